/** What a paper venue may follow: the live venue, recorded data, or another exchange. */
export const FLOW_SOURCES = ['live', 'recorded', 'upstream'] as const;
export type FlowSourceName = (typeof FLOW_SOURCES)[number];
