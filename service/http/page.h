#ifndef ARBITER_SERVICE_HTTP_PAGE_H_
#define ARBITER_SERVICE_HTTP_PAGE_H_

#include <string_view>

namespace arbiter {

// The page on which each method can be tried, and its script.
extern const std::string_view kPageHtml;
extern const std::string_view kPageScript;

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HTTP_PAGE_H_
