import type { SharedProps } from '../../../src/contracts/pages';

/** The company's own picture, or the first letter of its name. Its place is kept before it is there. */
export function Logo({ app: { companyName, logo } }: { app: Pick<SharedProps['app'], 'companyName' | 'logo'> }) {
  if (logo) return <img className="pub-logo" src={logo.url} width={logo.width} height={logo.height} alt="" />;
  return (
    <svg className="pub-logo" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      <rect width="40" height="40" rx="10" />
      <text x="20" y="27.5" textAnchor="middle">
        {companyName.trim().charAt(0).toUpperCase()}
      </text>
    </svg>
  );
}
