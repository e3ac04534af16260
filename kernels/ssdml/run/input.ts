import { host } from "../realm/realm";
import type { Cell } from "./cell";
import { textField, type Json, type Message } from "../io/wire";

/** Questions to the user, one at a time. */
export class Input {
  private allowed: Cell | undefined;
  private answer: ((text: string) => void) | undefined;

  constructor(private readonly send: (request: Message, content: Json) => void) {}

  /** Sets the cell whose front end can answer questions. */
  allow(cell: Cell | undefined): void {
    this.allowed = cell;
  }

  ask(cell: Cell, prompt: string, password: boolean): Promise<string> {
    if (this.allowed !== cell || !cell.request) {
      throw new host.Error(
        "input: this front end cannot ask questions. Assign the value in the cell instead.",
      );
    }
    this.send(cell.request, { prompt, password });
    const answered = new Promise<string>((resolve) => {
      this.answer = resolve;
    });
    return Promise.race([answered, cell.interruption]);
  }

  receive(message: Message): void {
    if (message.header.msg_type === "input_reply") this.answer?.(textField(message.content, "value"));
  }
}
