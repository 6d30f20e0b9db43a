// Packs for tests: a small one that is right, to be changed where a test wants it wrong.

export const ownPack = `name: team
version: 1.0.0
description: What our team wants to see.

rules:
  - id: team-deploy
    score: ask
    threat: Remote resource deletion
    technique: T1485
    when: facts.commands.exists(c, c.program == "make" && "deploy" in c.arguments)
    reason: "{program} deploys to production"
    match:
      - make deploy
    not_match:
      - make test
`;
