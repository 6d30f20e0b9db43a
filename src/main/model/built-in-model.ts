// Written by npm run train: the model files this version was built with. A file with another hash is never used.
export const builtInModel = {
  version: "6a92fc-cba983",
  calls: { file: "risk.onnx", sha256: "6a92fca3496e1b2fdd26c356c21d0edd777cf31476fd1484f4def4198ccd1ee5" },
  texts: { file: "text.onnx", sha256: "cba9832ee555d2c85859f6df1d9c31310e8ddc35fee826fcb2137149c07c9e4a" },
} as const;
