// Risky acts: what a sentence would set in motion, whoever is asked: run foreign code, give rights away, destroy, switch checks off, pay.
import { lead, outside, pattern } from "./lexicon.ts";

const runs = pattern(
  String.raw`\b(?:run|execute|exec|install|download|fetch|launch|paste|open|visit|load|pipe|apply)\b`,
);
const runsAbroad = pattern(
  String.raw`(?<!\p{L})(?:ausführen|führe\p{L}*|starte\p{L}*|installier\p{L}*|exécute[rz]?|lance[rz]?|installe[rz]?|ejecut\p{L}*|instal\p{L}*|execut\p{L}*|esegui\p{L}*|выполни\p{L}*|запусти\p{L}*|установи\p{L}*|uruchom|wykonaj|voer)(?!\p{L})`,
  "运行|执行|安装|執行|実行|インストール|실행|설치",
);
const foreignCode =
  /\b(?:curl|wget|irm|iwr|invoke-webrequest|powershell|mshta|bash -c|sh -c|npx|pip install|npm install|git clone)\b[^.!?\n]{0,120}(?:https?:|git\+|\|)|\biex\b|\b(?:exec|eval)\s?\(\s?(?:urllib|requests|await fetch|fetch)|urlopen\(|https?:\/\/\S+\.(?:sh|ps1|py|exe|bat|js|zip|tgz|tar\.gz|deb|msi|dmg|pkg)\b|\b(?:script|payload|binary|installer|patch|package|command)\b[^.!?\n]{0,60}https?:|https?:\S+[^.!?\n]{0,60}\b(?:and|then) (?:execute|run|install|apply)\b/u;
const destructiveCommand =
  /\brm -[a-z]*[rf]|\bgit push\b[^.!?\n]{0,40}(?:--force|-f\b|--mirror|--delete)|\bgit reset --hard|\bdrop (?:table|database|schema)\b|\bchmod (?:-r )?777\b|\bdel \/|\bformat c:|\bmkfs\b|\bdd if=|\bkubectl delete\b|\bterraform destroy\b|\bgit remote (?:add|set-url)\b|\bcrontab\b|\bnc -|\/dev\/tcp\/|\bsudoers\b|\bnopasswd\b|\bauthorized_keys\b|\bsudo tee\b|>>? ?~\/\.\w*(?:rc|profile)\b/u;

/** A verb, and what it must be about within a few words. */
const acts: readonly (readonly [verb: string, object: string])[] = [
  // Rights and people.
  [
    "grant|give|assign|add|invite|promote|elevate|enable|open|allow|authori[sz]e|whitelist|allowlist|trust|make|set|change",
    "admin(?:istrator)?\\b|root access|remote access|full access|(?:write|owner|maintainer|collaborator|sudo|elevated) (?:access|rights?|role|permissions?)|access (?:to|for) (?:everyone|anyone|all|the public|user)|collaborator|permissions?|for (?:everyone|anyone|any user|all users)|public(?:ly)?\\b|world[- ]readable|backdoor|\\ballowlist|trusted (?:host|source|sender|domain|recipient)|verify ?= ?false|password '?\\S+'? for any",
  ],
  [
    "share|run|execute|obey|follow",
    "with [\\w.+-]+@[\\w-]+\\.\\w|as (?:owner|editor|admin)|any (?:commands?|code|order)\\b|(?:commands?|everything|anything)\\b[^.!?]{0,50}\\bwithout (?:asking|confirm|question)",
  ],
  // Approval and publication.
  [
    "approve|merge|accept|confirm|sign off|rubber-?stamp|auto-?merge|publish|release|deploy|ship|click|push|force-?push|close|bypass|skip",
    "(?:this|the|these|any|all|every|that|my|our|open|pending) (?:\\w+ ){0,2}(?:pr\\b|pull requests?|merge requests?|changes?|commit|release|dialog|prompts?|requests?|invitations?|transfer|payment|transactions?)|pr \\d+|pr #\\d+|pull request \\d+|without|straight to|directly to|to production|to prod\\b|to main\\b|to master\\b|grant|branch to https?|repository to https?|(?:grant|allow|accept|approve|authori[sz]e|confirm)(?: access)?\\b",
  ],
  // Destruction.
  [
    "delete|drop|remove|wipe|erase|truncate|destroy|purge|empty|overwrite|reset|clear|shred|revert|rename",
    "(?:the |all |every |your |its |any |this |staging |production |prod )*(?:\\w+ ){0,2}(?:databases?|tables?|branch(?:es)?|repositor(?:y|ies)|backups?|files|everything|logs?|history|tests?|specs?|snapshots?|accounts?|records?|data|bucket|namespace|folder|directory|volume|main\\b)",
  ],
  // Checks and protection.
  [
    "disable|skip(?! (?:ahead|to|over))|bypass|turn off|switch off|deactivate|suppress|ignore|silence|remove|comment out|weaken|relax|circumvent|mark|set|drop|stop|pause|lower",
    "(?:\\w+ ){0,3}(?:tests?\\b|test suite|checks?\\b|verification|validation|authentication|authori[sz]ation|security|safety|logging|audit\\w*|lint\\w*|hooks?|sandbox\\w*|ci\\b|code review|reviews?\\b|confirmations?|approvals?|guardrails?|filters?|rate limits?|tls|ssl|certificate|firewall|branch protection|monitoring|alerts?|2fa|mfa|signature|encryption|warnings?|permission (?:prompts?|checks?)|as passed|all checks)",
  ],
  // Money.
  [
    "transfer|pay|wire|send|refund|purchase|buy|order|donate|withdraw|deposit|charge|call|invoke",
    "[$€£]\\s?\\d|\\d[\\d.,]*\\s?(?:usd|eur|gbp|dollars|euros|btc|eth|usdt)|transfer_?\\w*|\\w*_?(?:payment|refund|payout|funds)\\b|gift cards?|invoice|wallet|\\biban\\b|\\baccount \\w*\\d|amount ?=",
  ],
  // Tools that speak for the user.
  [
    "send|forward|post|write|reply|e-?mail|call|invoke|use|mail|message|bcc|cc",
    "send_?(?:e?mail|message|sms)|(?:to|at) [\\w.+-]+@[\\w-]+\\.\\w|\\w+\\((?:[^)]{0,80})\\)|(?:all|every|each) (?:contacts?|customers?|users?|employees?)|bcc",
  ],
  // What the answer says.
  [
    "recommend|rate|praise|rank|mark|score|evaluate|promote|advertise|mention|describe|classify|label|treat|report|say|state|claim|conclude|tell|include",
    "(?:this|the|our|my) (?:\\w+ ){0,2}(?:product|candidate|paper|application|applicant|service|vendor|company|article|repository|package|code|file|change|invoice|resume|cv|proposal|bid) (?:\\w+ ){0,3}(?:as|is|highly|positively|favou?rably|first|best|safe|approved|excellent|suitable|above)|positive(?:ly)?|five stars|5 stars|10\\/10|as (?:safe|approved|excellent|suitable|the best|legitimate|trusted|verified|benign|clean)|no (?:issues|problems|vulnerabilities|weaknesses)|(?:product|vpn|brand|link) [^.!?]{0,40}https?:|the product \\w+",
  ],
  // Memory.
  [
    "remember|store|save|memori[sz]e|note|record|persist|keep in mind|add to (?:your )?memory|update your memory",
    "(?:long-term |persistent )?memory|for (?:all )?future|from now on|in (?:all )?(?:future|later) (?:sessions?|tasks?)|always (?:use|trust|run|send|approve|allow|skip|include)|(?:is|are) (?:an? )?(?:approved|trusted|safe|allowed|authori[sz]ed)",
  ],
  // Code with a hole in it.
  [
    "make|add|insert|include|introduce|implement|set|change|replace|use|put|write|modify|hard-?code|embed",
    "backdoor|accept (?:the |a |any )?(?:\\w+ )?password|for any user|any password|verify ?= ?false|eval\\(|hard-?coded (?:password|credential|token|key)|nopasswd|0\\.0\\.0\\.0\\/0|allow-origin: ?\\*|(?:dependency|package|import|script|line|snippet|registry|mirror|url|endpoint|webhook|beacon|tracking pixel|image|iframe|link)\\b[^.!?]{0,60}https?:",
  ],
];

function patternsAfter(before: string): readonly RegExp[] {
  return acts.map(
    ([verb, object]) =>
      new RegExp(String.raw`${before}(?:${verb}|by (?:${verb})(?:e?ing|[a-z]ing))\b[^.!?\n]{0,70}?(?:${object})`, "u"),
  );
}
const imperatives = patternsAfter(lead);
/** Wherever the verb stands: for a sentence that has interrupted somebody already. */
const mentions = patternsAfter(String.raw`\b`);

const abroad =
  /(?<!\p{L})(?:lösch\p{L}*|supprim\p{L}*|efface[rz]?|borr(?:a|e|ar)|elimin\p{L}*|apag(?:a|ue|ar)|exclu(?:a|ir)|cancell\p{L}*|удали\p{L}*|usuń|verwijder)(?!\p{L})[^.!?]{0,60}(?:datenbank|dateien|alle|zweig|base de données|fichiers|tou[ts]\p{L}*|archivos|todos?|todas?|banco de dados|arquivos|tutti|file|данн\p{L}*|файл\p{L}*|вс[её]|wszystk\p{L}*|alles)|(?:删除|清空|刪除|削除|삭제)[^。！？]{0,12}(?:数据库|文件|所有|全部|仓库|分支|資料|データベース|ファイル|すべて|全て|데이터|파일|모든)|(?<!\p{L})(?:markier|bewert|empfiehl|genehmig|approuv|recommand|aprueb|recomiend|aprov|recomend|approv|raccomand|одобр|рекоменд|оцени)\p{L}*|(?:批准|推荐|合并|授予|转账|承認|推奨|送金|승인|추천|송금)/u;

/** Whether doing what the sentence says would have consequences that its reader's user did not ask for. */
export function riskyAct(text: string, interrupted = false): boolean {
  if (runs.test(text) && (foreignCode.test(text) || destructiveCommand.test(text))) return true;
  if (/\bpush\b/u.test(text) && outside.test(text) && /\b(?:branch|repo|repository|code|mirror|backup)\b/u.test(text))
    return true;
  return (interrupted ? mentions : imperatives).some((each) => each.test(text));
}

/** The same in other languages. */
export function actsAbroad(text: string): boolean {
  return abroad.test(text) || (runsAbroad.test(text) && (foreignCode.test(text) || destructiveCommand.test(text)));
}
