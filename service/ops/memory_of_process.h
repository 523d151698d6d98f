#ifndef ARBITER_SERVICE_OPS_MEMORY_OF_PROCESS_H_
#define ARBITER_SERVICE_OPS_MEMORY_OF_PROCESS_H_

#include <cstddef>
#include <string>

namespace arbiter {

// The memory that this process may have: the least of the machine's and of the limits of its
// control group (version 2) and those around it. `root`: the folder that holds `proc` and `sys`.
size_t MemoryOfProcess(const std::string& root = "/");

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_MEMORY_OF_PROCESS_H_
