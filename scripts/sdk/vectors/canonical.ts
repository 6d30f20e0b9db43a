// Vectors of canonical JSON (RFC 8785), written by the code that the engine verifies signatures with.
import { createHash } from "node:crypto";
import { canonical } from "../../../src/shared/lib/canonical.ts";

/** As JSON text: numbers and escapes are read by each language's own parser. */
const values: Readonly<Record<string, string>> = {
  "members are sorted": '{"b":1,"a":2,"B":3,"10":4,"9":5}',
  "members are sorted by UTF-16 code units": String.raw`{"\u20ac":1,"\ud83d\ude00":2,"\ufb33":3,"\u00f6":4,"1":5,"\r":6,"\u0080":7}`,
  "nested members are sorted, lists are not": '{"z":[{"b":1,"a":2},3,[]],"a":{"d":{},"c":null}}',
  "no blanks": '  { "a" : [ 1 , 2 ] , "b" : { } }  ',
  literals: "[true,false,null]",
  escapes: String.raw`["\"","\\","\/","\b","\f","\n","\r","\t","\u0000","\u001f","\u007f","\u2028"]`,
  "text beyond ASCII": '["größe","日本語","😀","e\u0301"]',
  "a pair of surrogates is one character": String.raw`"\ud83d\ude00"`,
  "whole numbers": "[0,-0,1,-1,1.0,1e2,9007199254740991,-9007199254740991]",
  fractions: "[0.1,1.50,1e-7,0.000001,123.456,333333333.33333329,5e-324,1.7976931348623157e308]",
  "large numbers": "[1e21,1e20,123456789012345680000,1.5e300]",
  "an empty text, list and object": '["",[],{}]',
  "a text at the top": '"a"',
  "a name that is empty": '{"":1,"a":2}',
  "names that look like prototypes": '{"constructor":1,"toString":2}',
};

export function canonicalVectors() {
  return {
    about: "canonical is the RFC 8785 form of the JSON text; sha256 is of its UTF-8 bytes. refused has none.",
    cases: Object.entries(values).map(([name, json]) => {
      const text = canonical(JSON.parse(json));
      return { name, json, canonical: text, sha256: createHash("sha256").update(text, "utf8").digest("hex") };
    }),
    refused: [
      { name: "a lone high surrogate", json: String.raw`"\ud83d"` },
      { name: "a lone low surrogate in a name", json: String.raw`{"\ude00":1}` },
    ],
  };
}
