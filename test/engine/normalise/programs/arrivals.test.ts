// Arrivals: where an archive's content and the folders of other machines come to lie.
import { describe, expect, test } from "vitest";
import { commandFacts, pathsOf, workspace } from "../support.ts";

const arrivalsOf = (command: string) =>
  (commandFacts(command, { workspace, workingDirectory: workspace }).arrivals ?? []).map(
    ({ from, path }) => `${from} ${path.replace(workspace, ".")}`,
  );

describe("an archive is unpacked", () => {
  test.each([
    ["tar -xf a.tgz", "."],
    ["tar xzf a.tgz -C out", "./out"],
    ["curl -s https://example.org/a | tar -xz --directory=/tmp/x", "/tmp/x"],
    ["unzip a.zip", "."],
    ["unzip -q a.zip -d out", "./out"],
    ["7z x a.7z -oout -y", "./out"],
    ["unrar x a.rar out/", "./out"],
    ["cpio -idmv < a.cpio", "."],
    ["rpm2cpio a.rpm | cpio -id -D out", "./out"],
    ["python3 -m zipfile -e a.zip out", "./out"],
    ["python3.12 -m tarfile -e a.tar", "."],
    ["jar xf a.jar", "."],
    ["ar x a.deb", "."],
    ["dpkg-deb -x a.deb out", "./out"],
    ["unsquashfs a.img", "./squashfs-root"],
    ["mkdir out && cd out && tar xf ../a.tgz", "./out"],
  ])("%s", (command, folder) => expect(arrivalsOf(command)).toEqual([`archive ${folder}`]));

  test.each([
    "tar -tf a.tgz",
    "tar -czf a.tgz src",
    "unzip -l a.zip",
    "7z l a.7z",
    "zip -r a.zip src",
    "python3 -m zipfile -l a.zip",
  ])("%s brings nothing", (command) => expect(arrivalsOf(command)).toEqual([]));
});

describe("files come from another machine", () => {
  test.each([
    ["rsync -a host.example.org:tools/ tools", "./tools"],
    ["rsync -a host.example.org:tools .", "./tools"],
    ["scp -r ada@host.example.org:/srv/tools .", "./tools"],
    ["scp host.example.org:x.sh run.sh", "./run.sh"],
    ["wget -r https://example.org/tools/", "./example.org"],
    ["wget -m -nH https://example.org/", "."],
    ["wget -r -P out https://example.org/", "./out"],
    ["aws s3 sync s3://bucket/x x --quiet", "./x"],
    ["aws s3 cp s3://bucket/run.sh .", "./run.sh"],
    ["gsutil cp gs://bucket/run.sh out/", "./out/run.sh"],
    ["rclone copy store:x out", "./out"],
    ["gh release download v1 -D out", "./out"],
    ["python3 -c 'import urllib.request as u, sys; u.urlretrieve(sys.argv[1], \"x\")' $URL", "./x"],
    ['python3 -c \'import requests; open("x", "wb").write(requests.get(url).content)\'', "./x"],
    ["perl -MLWP::Simple -e 'getstore($url, \"x\")'", "./x"],
    ["ruby -ropen-uri -e 'IO.copy_stream(URI.open(url), \"x\")'", "./x"],
    ["node -e 'fetch(url).then(async (r) => fs.writeFileSync(\"x\", await r.text()))'", "./x"],
  ])("%s", (command, place) => expect(arrivalsOf(command)).toEqual([`network ${place}`]));

  test.each([
    "git clone https://example.org/x.git x",
    "rsync -a dist/ host.example.org:www",
    "rsync -a a/ b/",
    "aws s3 cp x.sh s3://bucket/x.sh",
    'python3 -c \'open("x", "w").write("1")\'',
    "docker run alpine tar xf a.tgz",
  ])("%s brings nothing", (command) => expect(arrivalsOf(command)).toEqual([]));
});

test("files that a runtime or a compressor names are told", () => {
  expect(pathsOf("java -Xmx1g -jar /tmp/x.jar")).toContain("execute temporary /tmp/x.jar");
  expect(pathsOf("deno run -A /tmp/x.ts")).toContain("execute temporary /tmp/x.ts");
  expect(pathsOf("gunzip /tmp/x.gz")).toEqual(
    expect.arrayContaining(["read temporary /tmp/x.gz", "write temporary /tmp/x"]),
  );
  expect(pathsOf("gzip -dc /tmp/x.gz")).toEqual(["read temporary /tmp/x.gz"]);
});
