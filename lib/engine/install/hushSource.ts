/**
 * C++ of a small module that opens a library with standard error turned to nowhere. While it loads, TensorFlow says that oneDNN is on, on
 * processors where it is; that early it listens to no log level. All in one native call: an interrupt must not leave standard error
 * turned off.
 */
export const hushSource = `#include <dlfcn.h>
#include <fcntl.h>
#include <node_api.h>
#include <unistd.h>

static napi_value openQuietly(napi_env env, napi_callback_info info) {
  napi_value argument;
  size_t count = 1;
  char file[4096];
  if (napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr) != napi_ok || count < 1) return nullptr;
  if (napi_get_value_string_utf8(env, argument, file, sizeof file, nullptr) != napi_ok) return nullptr;
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  int kept = fcntl(2, F_DUPFD_CLOEXEC, 3);
  if (nowhere >= 0 && kept >= 0) {
    dup2(nowhere, 2);
    dlopen(file, RTLD_NOW | RTLD_LOCAL);
    dup2(kept, 2);
  }
  if (nowhere >= 0) close(nowhere);
  if (kept >= 0) close(kept);
  return nullptr;
}

NAPI_MODULE_INIT() {
  napi_value function;
  napi_create_function(env, "openQuietly", NAPI_AUTO_LENGTH, openQuietly, nullptr, &function);
  napi_set_named_property(env, exports, "openQuietly", function);
  return exports;
}
`;
