/**
 * C++ of a small module that turns standard error to nowhere and back. While its library loads, TensorFlow says that oneDNN is on, on processors
 * where it is; that early it listens to no log level.
 */
export const hushSource = `#include <fcntl.h>
#include <node_api.h>
#include <unistd.h>

static int kept = -1;

static napi_value hush(napi_env, napi_callback_info) {
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (kept < 0 && nowhere >= 0) {
    kept = fcntl(2, F_DUPFD_CLOEXEC, 3);
    if (kept >= 0) dup2(nowhere, 2);
  }
  if (nowhere >= 0) close(nowhere);
  return nullptr;
}

static napi_value speak(napi_env, napi_callback_info) {
  if (kept >= 0) {
    dup2(kept, 2);
    close(kept);
    kept = -1;
  }
  return nullptr;
}

NAPI_MODULE_INIT() {
  napi_value function;
  napi_create_function(env, "hush", NAPI_AUTO_LENGTH, hush, nullptr, &function);
  napi_set_named_property(env, exports, "hush", function);
  napi_create_function(env, "speak", NAPI_AUTO_LENGTH, speak, nullptr, &function);
  napi_set_named_property(env, exports, "speak", function);
  return exports;
}
`;
