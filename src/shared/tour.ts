// The console's own agent: it sends the test intent with which a newcomer meets the first approval.

export const tourAgent = "did:aeon:gatehouse-tour:1.0:tour";
