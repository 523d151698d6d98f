# The Debian package, built by `cpack`: the programs, their manual pages, the protos, and the systemd units
# of arbiterd and of the HAProxy in front of it, with their settings.
#
# The component `portable` is what other systems can use as well.
set(package_source ${CMAKE_CURRENT_LIST_DIR})
set(package_doc share/doc/${PROJECT_NAME})

# Installs a file compressed as Debian requires: with maximum compression and without a timestamp.
function(install_compressed source name destination)
  set(compressed ${CMAKE_BINARY_DIR}/package/${name}.gz)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/package)
  execute_process(COMMAND gzip -9nc ${package_source}/${source} OUTPUT_FILE ${compressed}
                  COMMAND_ERROR_IS_FATAL ANY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${package_source}/${source})
  install(FILES ${compressed} DESTINATION ${destination} ${ARGN})
endfunction()

set(portable COMPONENT portable)
install(TARGETS arbiterd arbiter RUNTIME DESTINATION bin ${portable})
install(PROGRAMS ${package_source}/arbiter-front DESTINATION sbin)
install_compressed(arbiterd.8 arbiterd.8 share/man/man8 ${portable})
install_compressed(arbiter-front.8 arbiter-front.8 share/man/man8)
install_compressed(arbiter.1 arbiter.1 share/man/man1 ${portable})
install_compressed(changelog changelog ${package_doc})
foreach(completion "bash;bash-completion/completions;arbiter"
        "zsh;zsh/vendor-completions;_arbiter" "fish;fish/vendor_completions.d;arbiter.fish")
  list(GET completion 0 shell)
  list(GET completion 1 folder)
  list(GET completion 2 name)
  install(FILES ${CMAKE_SOURCE_DIR}/clients/cli/completion/arbiter.${shell}
          DESTINATION share/${folder} RENAME ${name} ${portable})
endforeach()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/proto/ DESTINATION share/arbiter/proto ${portable}
        FILES_MATCHING PATTERN "*.proto" PATTERN config EXCLUDE)
install(FILES ${package_source}/copyright ${package_source}/README.Debian DESTINATION ${package_doc})
install(FILES ${package_source}/lintian-overrides DESTINATION share/lintian/overrides
        RENAME ${PROJECT_NAME})
install(FILES ${package_source}/arbiterd.toml ${package_source}/front.env
              ${CMAKE_SOURCE_DIR}/deploy/haproxy/haproxy.cfg DESTINATION /etc/arbiter)
install(FILES ${CMAKE_SOURCE_DIR}/deploy/systemd/arbiterd.service
              ${CMAKE_SOURCE_DIR}/deploy/systemd/arbiter-front.service
        DESTINATION /lib/systemd/system)
install(FILES ${CMAKE_SOURCE_DIR}/deploy/systemd/arbiterd.service.d/front.conf
        DESTINATION share/arbiter)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_OUTPUT_FILE_PREFIX ${CMAKE_BINARY_DIR}/package)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "Arbiter developers <arbiter@example.org>")
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "gRPC service for the rules of chess variants")
set(CPACK_PACKAGE_DESCRIPTION
    "Arbiter applies the rules of Chak, Makruk, Chakart and Chpok. It provides
legal moves, the states after moves, results, claims and analyses. It keeps
no state, so any replica gives the same answer to the same request. This
package contains the service, arbiterd, its command line, arbiter, and the
configuration of HAProxy, which protects the service from callers who are
not trusted.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "adduser, init-system-helpers (>= 1.54~)")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "haproxy (>= 2.6), libpq5")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${package_source}/conffiles ${package_source}/postinst
    ${package_source}/prerm ${package_source}/postrm)
include(CPack)
