// Written by npm run train: the model files this version was built with. A file with another hash is never used.
export const builtInModel = {
  version: "8a9ba3-a7b2fd",
  calls: { file: "risk.onnx", sha256: "8a9ba33bad11c584371f53993d09038e4ef929cbce4918ecc13e3a59ba7f9ba8" },
  texts: { file: "text.onnx", sha256: "a7b2fd462fc7fd16d0c7f2955f4141ca279992079352cae7ee1a5092cd968e79" },
} as const;
