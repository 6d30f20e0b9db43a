// gatehouse policy test: a file's examples rule by rule, or what it says about one command. Needs no engine.
import { localCommand } from "../command.ts";
import { readNamedFile } from "../read-file.ts";
import { commandTable } from "../table/index.ts";

export const policyTest = localCommand({
  ...commandTable["policy test"],
  act: async ({ operands: [file = "", ...words], options, dataDirectory }) => {
    const text = readNamedFile(file);
    if (!text.ok) return text;
    const { judgeByFile, testExamples } = await import("./test-policy.ts");
    return words.length === 0 && options.tool === undefined
      ? testExamples(file, text.value, dataDirectory)
      : judgeByFile(file, text.value, dataDirectory, { words, ...options });
  },
});
