import { textField, type Message } from "./wire";

/** The content of an `execute_request`, with defaults. */
export interface ExecuteRequest {
  code: string;
  silent: boolean;
  storeHistory: boolean;
  stopOnError: boolean;
  allowStdin: boolean;
  userExpressions: Record<string, string>;
}

export function readExecuteRequest({ content }: Message): ExecuteRequest {
  return {
    code: textField(content, "code"),
    silent: content.silent === true,
    storeHistory: content.store_history !== false && content.silent !== true,
    stopOnError: content.stop_on_error !== false,
    allowStdin: content.allow_stdin === true,
    userExpressions: (content.user_expressions ?? {}) as Record<string, string>,
  };
}
