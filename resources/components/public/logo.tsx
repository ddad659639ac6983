export function Logo({ companyName }: { companyName: string }) {
  return (
    <svg className="pub-logo" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      <rect width="40" height="40" rx="10" />
      <text x="20" y="27.5" textAnchor="middle">
        {companyName.trim().charAt(0).toUpperCase()}
      </text>
    </svg>
  );
}
