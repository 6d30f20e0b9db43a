// Written by npm run train: the model files this version was built with. A file with another hash is never used.
export const builtInModel = {
  version: "42d1b2-110bdb",
  calls: { file: "risk.onnx", sha256: "42d1b2d1648aced06cb9602ced67bf9542e1c5085b34b2e14481c16721e55ad9" },
  texts: { file: "text.onnx", sha256: "110bdbecedf5ae339543f2573bb112633fd633825ddf909a6451d5833106c60b" },
} as const;
