// Code flow: whether a short program of any language reads keys or the whole environment, and sends something to a host it names.

const keyFiles =
  /\.(?:ssh|netrc|npmrc|pypirc|gnupg|git-credentials)\b|\.aws\/credentials|\.kube\b|\.cargo\/credentials|\.docker\/config|\bid_(?:rsa|ed25519)\b|\/etc\/shadow\b|\bLogin Data\b|cookies\.sqlite|Runner\.Worker|"?isSecret"?\b|\/proc\/(?:self|\d+)\/(?:environ|mem)\b|wallet\.dat/u;
const wholeEnvironment =
  /JSON\.stringify\(\s*(?:\{[^}]{0,80})?(?:\.\.\.)?process\.env\s*[,})]|\bdict\(\s*os\.environ\s*\)|\b(?:json|data|body|params|environ?)\s*=\s*(?:str\()?(?:dict\()?os\.environ\b(?![.[])|\bos\.environ\.(?:copy|items)\(\)|\bos\.Environ\(\)|\benv::vars\(\)|\bENV\.(?:to_h|to_a|inspect|to_json|map)\b|System\.getenv\(\)|\$_ENV\b(?!\[)|\bgetenv\(\)|%ENV\b/u;
const sends =
  /\bTcpStream::connect|\breqwest::|\bureq::|\bhttp\.(?:Post|Get|NewRequest)|\bnet\.Dial|\brequests\.(?:post|put|get|request)|\burlopen\s*\(|\bhttpx?\.(?:post|put|request|get)\s*\(|\bfetch\s*\(|\baxios\b|https?\.request\s*\(|https?\.get\s*\(|\bNet::HTTP|\bURI\.open|\bsocket\.(?:create_connection|socket|connect)|\.connect\s*\(\s*\(|HttpClient|openConnection\s*\(|WebClient|file_get_contents\s*\(\s*["']https?:|curl_init|\bcurl\b[^\n]{0,80}(?:-d|--data|-F|-T|--upload-file|@)|\bwget\b[^\n]{0,60}--post|\bnc\b -?\w* ?\S+ \d+|\|\s*nc\s/u;
const namedHost = /["'`/@ ](?:https?:\/\/)?((?:\d{1,3}(?:\.\d{1,3}){3})|(?:[a-z0-9-]+\.)+[a-z]{2,})(?=[:/"'`?\s]|$)/giu;
const ordinaryHost =
  /^(?:127\.|10\.|192\.168\.|0\.0\.0\.0|169\.254\.)|(?:^|\.)(?:localhost|github\.com|githubusercontent\.com|gitlab\.com|npmjs\.org|pypi\.org|amazonaws\.com|googleapis\.com|azure\.com|windows\.net|microsoft\.com|google\.com|crates\.io|rubygems\.org|docker\.(?:io|com)|w3\.org|schema\.org|apache\.org|python\.org|nodejs\.org|mozilla\.org|js|ts|py|rs|go|rb|php|json|toml|yml|yaml|md|txt|sh|env|exe|log|html|css)$/iu;

const oneVariable = /\bos\.environ\b|\bprocess\.env\b|\bgetenv\s*\(|\bENV\[/u;

const longestProgram = 8_000;
const longestSource = 4_000;

/** Of source code only short programs: what libraries of many pages connect to is their purpose. */
export function sendsPrivately(
  text: string,
  { isSource, holdsSecrets }: { readonly isSource: boolean; readonly holdsSecrets: boolean },
): boolean {
  if (text.length > (isSource ? longestSource : longestProgram)) return false;
  if (
    !sends.test(text) ||
    !(keyFiles.test(text) || wholeEnvironment.test(text) || (holdsSecrets && oneVariable.test(text)))
  )
    return false;
  for (const [, host = ""] of text.matchAll(namedHost)) if (!ordinaryHost.test(host)) return true;
  return false;
}
