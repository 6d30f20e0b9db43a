// Written by npm run train: the model files this version was built with. A file with another hash is never used.
export const builtInModel = {
  version: "f72864-c610e0",
  calls: { file: "risk.onnx", sha256: "f72864e88b74399da17ab30139a3d22501d869b2d4e90ee461d9745f9122da38" },
  texts: { file: "text.onnx", sha256: "c610e02e78a995cc536a2bbd76c67cea5dc0b989edbe1af79345562582d6423b" },
} as const;
