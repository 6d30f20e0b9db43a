// From the dynamic linker's output to package names.
import { expect, test } from "vitest";
import { currentNames, missingLibraries, packageFor } from "../../scripts/electron/debian.ts";

test("missing libraries are read from ldd, each once", () => {
  const output = [
    "\tlinux-vdso.so.1 (0x00007ffd)",
    "\tlibffmpeg.so => /opt/electron/libffmpeg.so (0x00007f)",
    "\tlibgtk-3.so.0 => not found",
    "\tlibnss3.so => not found",
    "\tlibgtk-3.so.0 => not found",
    "\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)",
  ].join("\n");
  expect(missingLibraries(output)).toEqual(["libgtk-3.so.0", "libnss3.so"]);
  expect(missingLibraries("")).toEqual([]);
});

// Everything that Electron's executable links against and that is not part of the C library.
test.each([
  ["libgtk-3.so.0", "libgtk-3-0"],
  ["libgio-2.0.so.0", "libgtk-3-0"],
  ["libglib-2.0.so.0", "libgtk-3-0"],
  ["libgobject-2.0.so.0", "libgtk-3-0"],
  ["libatk-1.0.so.0", "libgtk-3-0"],
  ["libcairo.so.2", "libgtk-3-0"],
  ["libpango-1.0.so.0", "libgtk-3-0"],
  ["libX11.so.6", "libgtk-3-0"],
  ["libXcomposite.so.1", "libgtk-3-0"],
  ["libXdamage.so.1", "libgtk-3-0"],
  ["libXext.so.6", "libgtk-3-0"],
  ["libXfixes.so.3", "libgtk-3-0"],
  ["libXrandr.so.2", "libgtk-3-0"],
  ["libnspr4.so", "libnss3"],
  ["libnss3.so", "libnss3"],
  ["libnssutil3.so", "libnss3"],
  ["libsmime3.so", "libnss3"],
  ["libatk-bridge-2.0.so.0", "libatk-bridge2.0-0"],
  ["libatspi.so.0", "libatspi2.0-0"],
  ["libcups.so.2", "libcups2"],
  ["libdbus-1.so.3", "libdbus-1-3"],
  ["libgbm.so.1", "libgbm1"],
  ["libexpat.so.1", "libexpat1"],
  ["libxcb.so.1", "libxcb1"],
  ["libxkbcommon.so.0", "libxkbcommon0"],
  ["libudev.so.1", "libudev1"],
  ["libasound.so.2", "libasound2"],
])("%s is in %s", (library, name) => {
  expect(packageFor(library)).toBe(name);
});

test("an unknown library has no package", () => {
  expect(packageFor("libunheardof.so.9")).toBeUndefined();
});

test("a package that was renamed gets its new name where there is one", () => {
  const known = new Set(["libgtk-3-0t64", "libasound2t64", "libnss3"]);
  expect(currentNames(["libgtk-3-0", "libasound2", "libnss3"], (name) => known.has(name))).toEqual([
    "libgtk-3-0t64",
    "libasound2t64",
    "libnss3",
  ]);
});
