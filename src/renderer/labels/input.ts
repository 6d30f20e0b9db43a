// What helpers outside the screens say: problems with edited or pasted text, undo.

export const edit = {
  mustBeObject: "The arguments must be a JSON object.",
  notJson: (part: string) => `This is not JSON yet: ${part}.`,
  unreadable: "it cannot be read",
} as const;

export const pastedIntent = {
  empty: "Paste a command or an intent.",
  notJson: (part: string) => `This is not JSON: ${part}`,
  noTool: 'Name the tool: {"tool": "write_file", "arguments": {"path": "notes.txt"}}.',
  mustBeObject: "The arguments must be an object.",
} as const;

export const undo = {
  undo: "Undo",
  failed: "It could not be undone.",
} as const;
