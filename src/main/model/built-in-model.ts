// Written by npm run train: the model files this version was built with. A file with another hash is never used.
export const builtInModel = {
  version: "f4459c-76f463",
  calls: { file: "risk.onnx", sha256: "f4459c878ee2184cba650faa3558cb91e09d68e2b27681cec49e8524f8188d7d" },
  texts: { file: "text.onnx", sha256: "76f463d6bb5a36f25761dacde8d882abdf4a500985ad3a5b01a838f5a3610581" },
} as const;
