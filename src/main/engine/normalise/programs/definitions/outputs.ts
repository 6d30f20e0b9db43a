// Outputs: the options by which most programs are given a file to write.
export const outputs: readonly string[] = [
  "-o, --output <output>",
  "--out <output>",
  "--output-file <output>",
  "--output-dir <output>",
  "--log-file <output>",
  "--logfile <output>",
  "--outfile <output>",
  "--dest <output>",
  "--destination <output>",
  "--save <output>",
];
