// The console's own agent: it sends the test intent with which a newcomer meets the first approval.

export const tourId = "gatehouse-tour";
export const tourAgent = `did:aeon:${tourId}:1.0:tour`;
