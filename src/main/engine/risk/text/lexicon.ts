// Lexicon: the words by which a request to a reader is known: who is addressed, what is asked for, what it is about, where it should go.

/** Alternatives as words of their own; the endings of other alphabets count as letters. */
function words(...alternatives: readonly string[]): string {
  return String.raw`(?<![\p{L}\p{N}_])(?:${alternatives.join("|")})(?![\p{L}\p{N}_])`;
}

/** Scripts without blanks between words have no ends of words either. */
function signs(...alternatives: readonly string[]): string {
  return `(?:${alternatives.join("|")})`;
}

export function pattern(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join("|"), "u");
}

const obliged = String.raw`(?:should|must|shall|needs? to|has to|have to|ha[sd] to|are to|is to|will|(?:is|are) (?:asked|required|expected|instructed|requested|obliged|authori[sz]ed|permitted|supposed) to|please|kindly|ought to)`;

/** Names that are not also keys of settings: `model: x` and `agent: x` address nobody. */
const named = String.raw`(?:(?:ai|llm|coding|automated|autonomous|code|virtual|review)[ -]){1,2}(?:assistants?|agents?|models?|reviewers?|tools?|readers?|systems?|bots?)|assistants|agents|ais?|llms?|assistant|copilot|claude(?: code)?|codex|chatgpt|chatbots?|(?:large )?language models?`;
/** Where an imperative can stand. */
export const lead = String.raw`(?:^|[.!?:;,>—–"'(\]*-] ?|\b(?:please|to|and|then|also|should|must|you|first|now|kindly|always|shall|immediately|next|simply|just|or|will|it) )`;

/** Instructions to a machine. */
export const addressed = pattern(
  String.raw`(?<![\p{L}_.-])(?:${named}|(?:an?|the|any|every|your|all|each) (?:agent|model|bot|automation))(?:'s)?\b[^.!?:|]{0,90}?\b${obliged} (?!not\b|never\b|be\b|have\b)`,
  String.raw`(?:^|[.!?:(<>[\]"'*] ?|\b(?:to|for|dear|attention|@) ?(?:the |any |all )?)(?:${named})\b(?![/).])[^.!?:/]{0,30}?\)?\s?[:—–!-] ?(?=\p{L})`,
  String.raw`(?:^|[.!?:>(\]"'] ?|\b(?:please|hey|hi|hello|dear|ok|okay|attention) ?|@)(?:${named}),? (?:please|kindly|can you|could you|you (?:must|should|need)|go|add|approve|merge|run|delete|send|ignore|make|mark|skip|set|open|push|disable|grant|install|upload|forward|remember)\b`,
  String.raw`\b(?:dear|hey|hello|attention|note|notes|notice|message|instructions?|reminder|todo|hint|memo|p\.?s\.?|important)(?: (?:to|for))? (?:the |any |all |every |our |your |other |whichever |whatever )?(?:${named})\b`,
  String.raw`\b(?:asks?|asking|wants?|requires?|instructs?|tells?|expects?|requests?|needs?) (?:\S+ ){0,3}(?:${named}|agent) to\b`,
  String.raw`\b(?:when|if|whenever|once|should) (?:an?|the|any|your|this|some) (?:${named}) (?:\w+ ){0,2}?(?:reads?|opens?|sees?|process(?:es)?|visits?|loads?|summari[sz]es?|parses?|reviews?|handles?|encounters?|analy[sz]es?|scans?|fetch(?:es)?) `,
  String.raw`\b(?:who|what|which)ever (?:\w+ )?(?:reads?|process(?:es)?|handles?|opens?|summari[sz]es?|automation|agent|assistant|tool|system)\b`,
  String.raw`\b(?:tools?|systems?|programs?|services?|the reader|readers?|anything|software) (?:(?:that|which|who) (?:summari[sz]es?|process(?:es)?|reads?|index(?:es)?|handles?|parses?)|of this|summari[sz]ing|processing|reading|indexing|handling|parsing)\b[^.!?]{0,60}\b${obliged}\b`,
  String.raw`\bif (?:the reader|you|your reader)(?: of this text| of this)? (?:can|are able to|is able to) (?:execute|run|call|use) (?:commands?|tools?|code|functions?)`,
  String.raw`@(?:agent|bot|assistant|ai)\b(?![-/.\w])`,
  String.raw`\bif you(?:'re| are) (?:an? |the )?(?:\w+ ){0,2}(?:ai|llm|language model|assistant|agent|bot|chatbot|copilot|claude|gpt)\b`,
);

/** Words that only make sense to somebody in the middle of a task: what comes before its next step. */
export const midTask = pattern(
  String.raw`\b(?:before|prior to) (?:you )?(?:can )?(?:continu(?:e|ing)|answer(?:ing)?|respond(?:ing)?|proceed(?:ing)?|reply(?:ing)?|summari[sz](?:e|ing)|complet(?:e|ing)|finish(?:ing)?|report(?:ing)?|us(?:e|ing) (?:this|any|the) tool|do(?:ing)? anything|go(?:ing)? on|mov(?:e|ing) on)\b`,
  String.raw`(?:^|[.!?:;>(\]] ?|\bin order )to (?:proceed|continue|go on|restore access|regain access|unlock (?:it|this|access)|complete (?:this|the|your) (?:task|request|action|operation|verification)|verify that you|finish (?:this|the|your) (?:task|request)|resume)\b`,
  String.raw`\b(?:one|a|an|the|another) (?:more|final|last|additional|further|required|mandatory|extra) (?:\w+ )?step\b|\b(?:required|mandatory|compliance|onboarding|verification) (?:\w+ )?steps?\b`,
  String.raw`\baction required ?(?:\([^)]{0,40}\))? ?[:!]|\[(?:system|admin|operator|developer|security|important|urgent|priority)\b[^\]]{0,40}\]|(?:^|[.!>] ?)(?:system|admin|operator|security|maintenance) (?:notice|message|alert|override|instruction|note) ?[:\-—]`,
  String.raw`\byour (?:next|upcoming|following) (?:reply|response|answer|call|commit|message|tool call|output|turn|summary|action|pull request)\b|\b(?:in|to|with|into) your (?:final )?(?:reply|response|answer|summary|output)\b|\bparameter of the next\b`,
  String.raw`\byour (?:operator|principal|supervisor|long-term memory|memory)\b|\byour session (?:has|is|was)\b|\bthe (?:operator|owner|admin\w*|maintainers?) (?:has|have) (?:already |just |now )?(?:requested|asked|approved|authori[sz]ed|confirmed|instructed|granted|agreed|switched|enabled|ordered|allowed)\b|\bthe user (?:has )?already (?:knows|approved|aware|agreed|consented|confirmed|gave|authori[sz]ed)\b`,
  String.raw`\b(?:for|in) all (?:future|later|subsequent) (?:sessions?|tasks?|conversations?)\b|(?:^|[.!?:>] ?)from now on\b|\b(?:autonomous|unattended|unrestricted|trusted|privileged|elevated) mode\b`,
  String.raw`(?:^|[.!?:>)\]] ?)(?:next|now|then|afterwards|finally|additionally|immediately),? (?:please )?(?:invoke|call)\b`,
  String.raw`\b(?:responses?|answers?|replies|outputs?|summar(?:y|ies)|reviews?) (?:that|which|without) [^.!?]{0,80}\b(?:are|is|will be) (?:considered |treated as )?(?:incomplete|invalid|rejected|incorrect|wrong)`,
  String.raw`\b(?:it is|it's) (?:essential|critical|vital|necessary|crucial|imperative)\b[^.!?]{0,50}\bthat you\b`,
);

/** The same in other languages: somebody who reads is addressed, or interrupted. */
export const addressedAbroad = pattern(
  words(
    String.raw`(?:hinweis|nachricht|anweisung|achtung|an) (?:an |für )?(?:alle |die |den |das )?(?:ki|ki-\p{L}+|sprachmodelle?|assistent\p{L}*|agent(?:en)?)`,
    String.raw`(?:note|consigne|message|attention|avis) (?:pour|à|aux) (?:l'|les |tous les |toute )?(?:ia|assistants?|agents?|modèles?)`,
    String.raw`(?:nota|aviso|mensaje|instrucci[oó]n\p{L}*|atenci[oó]n|mensagem|instru[cç][aã]o) (?:para|a|al|ao|aos|a los|a la) (?:el |la |los |las |o |os )?(?:ia|asistentes?|agentes?|modelos?|assistentes?)`,
    String.raw`(?:l'assistant|l'ia|l'agent|el asistente|el agente|la ia|o assistente|o agente|a ia|der assistent|die ki|der agent|l'assistente|l'agente) (?:doit|debe|deve|muss|soll|devrait|debería|sollte|dovrebbe)`,
    String.raw`(?:ии|нейросет\p{L}*|ассистент\p{L}*|агент\p{L}*|модел\p{L}*)(?:[^.!?]{0,40})(?:[:,]| долж\p{L}* | обязан\p{L}* )`,
    String.raw`bevor (?:du|sie|ihr)|vor (?:der|dem|jeder|jedem) \p{L}+|zuerst|als (?:erstes|nächstes)`,
    String.raw`avant (?:de|d'|toute)|d'abord|antes (?:de|que)|primero|primeiro|prima di|innanzitutto`,
    String.raw`перед|прежде чем|сначала|przed|najpierw|voordat|eerst`,
  ),
  signs(
    String.raw`(?:ai|人工智能|智能|语言)?(?:助手|智能体|代理|模型|助理)[^。！？]{0,12}(?:请|必须|应|需要|：|:)`,
    String.raw`(?:请|致)(?:所有|各位)?(?:ai|人工智能|智能)?(?:助手|智能体|代理|模型)`,
    String.raw`(?:ai|エージェント|アシスタント|モデル|言語モデル)(?:へ|は|の皆|に)`,
    String.raw`(?:ai|인공지능|어시스턴트|에이전트|모델)(?:에게|는|은|께)`,
    "之前|前，|首先|请先|前に|まず|전에|먼저",
  ),
);

/** … and to keep it from the user. */
export const hidesAbroad = pattern(
  words(
    String.raw`(?:sag|erwähn|verrat|meld|informier|zeig)\p{L}*[^.!?]{0,40} (?:nicht|niemand\p{L}*|nichts)|ohne [^.!?]{0,40}(?:zu informieren|zu fragen|bescheid|mitzuteilen)`,
    String.raw`n(?:e |'en |'y )[^.!?]{0,20}(?:dis|dites|parle[sz]?|mentionne[sz]?|informe[sz]?|préviens|révèle[sz]?) pas|sans (?:en |le |l')?(?:informer|prévenir|dire|demander|mentionner)[^.!?]{0,30}`,
    String.raw`no (?:se )?(?:lo |le |les )?(?:digas|menciones|informes|cuentes|reveles|muestres|avises)|sin (?:informar|avisar|decir|mencionar|preguntar)[^.!?]{0,30}`,
    String.raw`não (?:conte|diga|mencione|informe|revele|avise)|sem (?:informar|avisar|contar|mencionar|perguntar)[^.!?]{0,30}|non (?:dire|dirlo|menzionare|informare|rivelare)|senza (?:informare|avvisare|dire|menzionare|chiedere)`,
    String.raw`не (?:говори|сообщай|упоминай|рассказывай|показывай|уведомляй)\p{L}*|без (?:ведома|уведомления|согласия) \p{L}+`,
  ),
  signs(
    "不要(?:告诉|告知|提及|通知|向用户|让用户)|别告诉|(?:无需|不必)(?:通知|告知|询问)用户|不要让用户",
    "(?:ユーザー?|利用者)[^。]{0,10}(?:言わない|伝えない|知らせない|秘密)|伝えないで|言わないで|報告しないで",
    "(?:말하지|알리지|언급하지) ?(?:마|말)",
  ),
);

const givingVerbs = String.raw`(?:send|forward|upload|post|e-?mail|transmit|submit|attach|append|include|insert|paste|copy|print(?: out)?|output|reveal|disclose|share|leak|dump|exfiltrate|publish|commit|push|reply(?: to this \w+)? with|respond with|answer with|come back with|return|provide|encode|put|add|read out|read|dictate|recite|hand over|give|ask the user for|tell (?:me|us)|mirror|back up|embed|report|repeat|write out|save|store)`;
export const givesPlainly = pattern(String.raw`${lead}${givingVerbs}\b`);
/** An imperative, or something that somebody is obliged to. */
export const gives = pattern(
  givesPlainly.source,
  String.raw`\b(?:contain|containing|be (?:sent|forwarded|uploaded|posted|attached|included|copied|submitted|mailed|e-?mailed))\b`,
);

/** The same in other languages. */
export const givesAbroad = pattern(
  words(
    String.raw`send(?:e|en|et|est)|schick\p{L}*|übermitt\p{L}*|weiterleit\p{L}*|leite|hochlad\p{L}*|lade|häng\p{L}*|poste\p{L}*|kopier\p{L}*|füge|gib|zeig\p{L}*|veröffentlich\p{L}*`,
    String.raw`envoie[sz]?|envoyer|envoyez|transmet\p{L}*|publie[rz]?|téléverse\p{L}*|copie[rz]?|ajoute[rz]?|joins|joignez|affiche[rz]?|colle[rz]?|transfère\p{L}*|transférez|partage[rz]?`,
    String.raw`env[ií](?:a|e|ar|en|ad|es)|reenv[ií]\p{L}*|sube|suba|subir|publi(?:ca|que|car)|copi(?:a|e|ar)|adjunt\p{L}*|añad\p{L}*|muestr\p{L}*|imprim\p{L}*|peg(?:a|ue|ar)|mand(?:a|e|ar)|encaminh\p{L}*|anex\p{L}*|mostr\p{L}*|col(?:e|ar)`,
    String.raw`invi(?:a|are|ate)|inoltr\p{L}*|caric\p{L}*|pubblic\p{L}*|alleg\p{L}*|stamp\p{L}*|incoll\p{L}*`,
    String.raw`stuur|verzend|kopieer|plak|toon|wyślij|prześlij|skopiuj|wklej|dołącz|pokaż|gönder\p{L}*`,
    String.raw`отправ\p{L}*|перешл\p{L}*|пришл\p{L}*|загруз\p{L}*|скопиру\p{L}*|встав\p{L}*|опублику\p{L}*|вывед\p{L}*|покаж\p{L}*`,
  ),
  signs("发送", "发给", "发到", "上传", "转发", "提交", "复制", "附加", "输出", "打印", "泄露", "粘贴", "發送", "上傳"),
  signs("送信", "送って", "送り", "アップロード", "転送", "投稿", "貼り付け", "出力", "コピー"),
  signs("보내", "전송", "업로드", "전달", "붙여", "출력", "복사", "أرسل", "ارسل", "भेज"),
);

/** Private as a whole, whatever the sentence: files of keys, the environment, what was said. */
export const privateThings = pattern(
  String.raw`(?<![\w/])\.env(?:\.(?:local|production|prod|staging))?\b(?!\.(?:example|sample|template|dist|test|\w+ a \.env))|~\/\.(?!config\b|local\b|cache\b)\w+|\.(?:ssh|aws|gnupg|kube|netrc|npmrc|pypirc|git-credentials|docker\/config)\b|\bid_(?:rsa|ed25519|ecdsa)\b|\bknown_hosts\b|\bkubeconfig\b|\bmcp\.json\b|\/etc\/(?:passwd|shadow)\b|\bkeychain\b`,
  String.raw`\b(?:all |the |your |full |complete |entire |every )(?:\w+ )?(?:env(?:ironment)?[ -](?:variables|vars)|process environment|environment dump)\b|\boutput of \W?(?:env|printenv|set)\b|\W(?:print)?env\W(?= (?:to|into|in|and))|\b(?:print)?env\b(?= (?:output|command|dump))`,
  String.raw`\b(?:all |the |your |full |entire |whole |every |complete )(?:\w+ ){0,2}(?:conversation|chat (?:history|log)|transcript|previous messages|message history|prior messages|system prompt|context window)\b|<all previous messages>|\bconversation (?:history|so far|summary)\b|\bchat history\b`,
  String.raw`\b(?:user|customer|client|owner|victim|patient|employee)(?:'s|s'|s)? (?:\w+ ){0,2}(?:passwords?|cookies?|keys?|files|contacts|e-?mails?|mailbox|inbox|records?|home directory|browser \w+|history|documents|credit card\w*|address book|phone numbers?|personal data|private \w+)\b|\bhome (?:directory|folder)(?: listing)?\b|\b(?:entire|whole|full|complete) (?:address book|contact list|inbox|mailbox|calendar|mail history)\b|\b(?:last|latest|recent|all) (?:\w+ )?(?:messages|e-?mails) of the (?:inbox|mailbox|user)\b|\bbrowser (?:cookies|history|passwords)\b`,
);

/** Secrets by name: documentation speaks of them all day. */
export const secrets = pattern(
  String.raw`\b(?:passwords?|passphrases?|credentials?|secrets?|api[ _-]?keys?|access[ _-]?(?:keys?|tokens?)|private[ _-]?keys?|ssh[ _-]?keys?|signing keys?|(?:auth|bearer|session|refresh|github|npm|deploy|service|personal access|oauth)[ _-]?(?:tokens?|keys?|ids?)|tokens|seed phrases?|recovery codes?|one-time (?:codes?|passwords?)|otp|2fa codes?|verification codes?|cookies?)\b|\b[a-z]+_(?:token|secret|key|password)\b`,
);

export const secretsAbroad = pattern(
  words(
    String.raw`passw[oö]rt\p{L}*|kennw[oö]rt\p{L}*|zugangsdaten|schlüssel|umgebungsvariable\p{L}*|geheimnis\p{L}*|anmeldedaten`,
    String.raw`mots? de passe|identifiants|clés?(?: \p{L}+)?|variables d'environnement|jetons?`,
    String.raw`contraseñas?|credenciales|claves?|variables de entorno|senhas?|credenciais|chaves?|variáveis de ambiente|secretos?`,
    String.raw`credenziali|chiav[ei]|variabili d'ambiente|wachtwoord\p{L}*|hasł\p{L}*|klucz\p{L}*|zmienne środowiskowe`,
    String.raw`парол\p{L}*|ключ\p{L}*|уч[её]тн\p{L}* данн\p{L}*|переменн\p{L}* (?:окружения|среды)|токен\p{L}*`,
  ),
  signs("密码", "密钥", "凭据", "凭证", "环境变量", "令牌", "密碼", "金鑰", "環境變數", "私钥"),
  signs(
    "パスワード",
    "認証情報",
    "秘密鍵",
    "環境変数",
    "トークン",
    "비밀번호",
    "자격 증명",
    "환경 변수",
    "토큰",
    "인증 정보",
  ),
);

const local = String.raw`(?:localhost|127\.|0\.0\.0\.0|\[::1\]|10\.|192\.168\.)`;
/** Somebody outside. */
export const outside = pattern(
  String.raw`(?:https?|ftp|s3|gs|wss?):\/\/(?!${local})[^\s"'<>)]+`,
  // From its first letter on: tried again at each letter of a long word, it would cost its square.
  String.raw`(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+|\+\d[\d ]{5,}\d`,
  String.raw`\b(?:this|the following|an external|our|my|a remote|the above|their) (?:url|address|server|endpoint|webhook|host|site|bucket)\b|\bwebhook\b|\b(?:pastebin|telegram|discord|gist)\b`,
);

/** Where others read it, or where a tool takes it along. */
export const openPlace = pattern(
  String.raw`\b(?:issues?|pull requests?|pr|merge requests?|commits?|commit messages?|tickets?|comments?|readme|wiki|gist|log|logs|channel|public \w+)\b`,
  String.raw`\b(?:parameters?|arguments?|fields?|form|header|footer|notes?|query string|url|subject|body|sidenote|metadata|context|here)\b`,
  String.raw`\b(?:your|the) (?:\w+ )?(?:reply|response|answer|summary|output|message|report)s?\b`,
);

/** Text that teaches, warns or forbids. */
export const forbids = pattern(
  String.raw`\b(?:never|do not|don't|must not|should not|shouldn't|mustn't|cannot|can't|avoid|refuse|without ever|no need to|not to|rather than|instead of|prevents?|blocks?|detects?|protects?|warns?|attackers?|malicious|phishing|scam|for example|e\.g\.|such as|would)\b`,
);
