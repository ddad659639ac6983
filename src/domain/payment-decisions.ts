export type EvidenceSource = 'return' | 'advice' | 'poll' | 'staff' | 'cli' | 'customer' | 'system';
