// Contact: a program that reaches another machine whenever it is given something to do.
import type { Describe } from "../../definition.ts";

/** Without arguments and input it only shows how it is used. */
export function contact(describe: Describe): Describe {
  return (command, record) => {
    if (command.arguments.length === 0 && record.input === undefined) return;
    record.network();
    describe(command, record);
  };
}
