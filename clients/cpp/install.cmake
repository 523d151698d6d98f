# The component `client`: the library, its headers, its CMake package and its pkg-config file. It is not
# part of a full installation, nor of the Debian package of the service.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(as_client COMPONENT client EXCLUDE_FROM_ALL)
set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Arbiter)

install(TARGETS arbiter_client_package EXPORT ArbiterTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} ${as_client}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ${as_client}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT ArbiterTargets NAMESPACE Arbiter:: DESTINATION ${cmake_folder} ${as_client})

install(DIRECTORY include/ ${CMAKE_CURRENT_BINARY_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${as_client})
install(DIRECTORY ${CMAKE_BINARY_DIR}/proto/generated/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${as_client}
  FILES_MATCHING PATTERN "*.h" PATTERN arbiter/config EXCLUDE)

configure_package_config_file(ArbiterConfig.cmake.in ArbiterConfig.cmake
  INSTALL_DESTINATION ${cmake_folder} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(ArbiterConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ArbiterConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/ArbiterConfigVersion.cmake DESTINATION ${cmake_folder} ${as_client})

# A program that links the static library must also link the library's dependencies.
set(pc_requires "protobuf absl_status absl_statusor absl_time")
set(pc_requires_private "grpc++ absl_cord absl_strings")
if(NOT ARBITER_CLIENT_SHARED)
  string(APPEND pc_requires " ${pc_requires_private}")
  set(pc_requires_private "")
endif()
configure_file(arbiter-client.pc.in arbiter-client.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/arbiter-client.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${as_client})
