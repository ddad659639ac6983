import type { TokenCounts } from '../../../src/contracts/payments';
import { formatCount } from '../../lib/format';
import { StatTiles } from '../ui/stat-tiles';
import { TierMedal } from '../ui/tier-medal';

export function TokenCounters({ counts }: { counts: TokenCounts }) {
  return (
    <StatTiles
      label="Tokens generated"
      isLine
      stats={[
        { label: 'Gold Tokens Generated', value: formatCount(counts.gold), icon: <TierMedal type="gold" /> },
        {
          label: 'Platinum Tokens Generated',
          value: formatCount(counts.platinum),
          icon: <TierMedal type="platinum" />,
        },
        { label: 'Silver Tokens Generated', value: formatCount(counts.silver), icon: <TierMedal type="silver" /> },
      ]}
    />
  );
}
