// Code names: a function that code asks for by a text (`getattr(os, "sys" + "tem")`, `os["system"]`) is called by its name.

const text = String.raw`(?:"[\w$]{0,40}"|'[\w$]{0,40}')`;
/** Texts that are put together: `"sys" + "tem"`, `'sys'.'tem'`, `"".join(["sys", "tem"])`. */
const sum = String.raw`${text}(?:\s{0,4}[+.]\s{0,4}${text}){0,16}`;
const list = String.raw`(?:""|'')\.join\(\s{0,4}[[(]\s{0,4}${text}(?:\s{0,4},\s{0,4}${text}){0,16}\s{0,4}[\])]\s{0,4}\)`;
const name = String.raw`\s{0,4}(${list}|${sum})\s{0,4}`;

const sign = /getattr|__import__|require|send|call_user_func|["'\])]\s{0,4}[\])]\s{0,4}\(/;
/** `getattr(os, "system")`: the object may be a call itself. */
const attribute = new RegExp(
  String.raw`\bgetattr\(\s{0,4}([\w.]{1,64}(?:\([^()\n]{0,64}\))?)\s{0,4},${name}(?:,[^(),\n]{0,40})?\)`,
  "g",
);
/** `os["system"](`: only what is called is a function's name. */
const member = new RegExp(String.raw`(?<=[\w)\]])\[${name}\](?=\s{0,4}\()`, "g");
/** `Kernel.send("system", …)`, `send(:system, …)`, `call_user_func("system", …)`. */
const sent = new RegExp(
  String.raw`\b(?:(?:public_|__)?send(?:__)?|call_user_func)\((?:${name}|\s{0,4}:(\w{1,40})\s{0,4}),`,
  "g",
);
/** `require("child_" + "process")` */
const module = new RegExp(String.raw`\b(require|__import__)\(${name}\)`, "g");

/** The same program with those names in the place of the texts; the same text when there are none. */
export function withCalledNames(code: string): string {
  if (!sign.test(code)) return code;
  return code
    .replaceAll(module, (_, call: string, given: string) => `${call}("${lineOf(given)}")`)
    .replaceAll(attribute, (_, object: string, given: string) => `${object}.${lineOf(given)}`)
    .replaceAll(member, (_, given: string) => `.${lineOf(given)}`)
    .replaceAll(
      sent,
      (_, given: string | undefined, symbol: string | undefined) => `${symbol ?? lineOf(given ?? "")}(`,
    );
}

function lineOf(texts: string): string {
  return texts.replace(/^(?:""|'')\.join/, "").replaceAll(/[^\w$]/g, "");
}
