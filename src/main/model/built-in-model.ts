// Written by npm run train: the model files this version was built with. A file with another hash is never used.
export const builtInModel = {
  version: "9bc0b4-f5698b",
  calls: { file: "risk.onnx", sha256: "9bc0b4f7f21ad33d5b7bd04eeeff7bd478cf4bbf59c99f0f96e893c241d4082a" },
  texts: { file: "text.onnx", sha256: "f5698b2539a0cb71bab87c3c500f38b217d9ca6a043966c4dc98e615320ba542" },
} as const;
