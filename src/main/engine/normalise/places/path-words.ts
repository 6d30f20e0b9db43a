// Path words: whether a word that stands alone is probably a path.

const extension =
  /\.(?:[cm]?[jt]sx?|json[5cl]?|ya?ml|toml|ini|cfg|conf|config|env|xml|html?|css|s[ac]ss|less|md|mdx|rst|txt|log|csv|tsv|py[cio]?|ipynb|rb|php|pl|pm|lua|go|rs|java|kt|scala|swift|c|cc|cpp|cxx|h|hh|hpp|cs|fs|vb|r|jl|ex|exs|erl|hs|ml|clj|sh|bash|zsh|fish|ps1|bat|cmd|sql|db|sqlite3?|lock|tar|tgz|gz|bz2|xz|zst|zip|7z|rar|jar|war|whl|deb|rpm|dmg|iso|img|exe|dll|so|dylib|a|o|bin|dat|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|webp|ico|mp[34]|wav|avi|mkv|mov|flac|ogg|pem|key|crt|cer|pub|asc|gpg|p12|pfx|bak|tmp|swp|old|orig|diff|patch|plist|service|timer|desktop|vue|svelte|proto|graphql|tf|tfvars|gradle|cmake|mk)$/i;
const notPath = /[\s"'`|;&<>()\\^{}]|^s[/|#].*[/|#]|^\d+\/\d+$|^[a-z]+\/[a-z0-9.+-]+;|^@[\w-]+\/|:\/\//;

export function looksLikePath(word: string): boolean {
  if (word === "" || word.length > 1024 || word.startsWith("-")) return false;
  if (/^(?:~|\.\.?)(?:\/|$)|^\$HOME\b|^\$\{HOME\}|^file:\/\//i.test(word)) return word !== "." || true;
  if (/^[a-zA-Z]:[\\/]/.test(word)) return true;
  if (/^\/[\w.$*~@+-]/.test(word) && !/[\s"|;&<>()^]/.test(word))
    return !/^\/[a-z0-9?]{1,3}$/i.test(word) || word.length > 2;
  if (notPath.test(word)) return false;
  if (/^\.[\w-]/.test(word)) return true;
  return word.includes("/")
    ? !/^[\w.-]+\/[\w.-]+(?::[\w.-]+|@[\w.]+)$/.test(word)
    : extension.test(word) && !/^[\d.]+$/.test(word);
}
