import { type FormEvent, useState } from 'react';
import type { CatalogueSettings } from '../../../src/contracts/catalogue';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { QuotaData } from '../../../src/contracts/quota';
import { API } from '../../../src/contracts/routes';
import { medalOfCode } from '../../../src/domain/catalogue/tier-code';
import { useAct } from '../../hooks/use-act';
import { useLoaded } from '../../hooks/use-loaded';
import { formatCount } from '../../lib/format';
import { tierLabel } from '../catalogue/tier-label';
import { Callout } from '../ui/callout';
import { Button, TextInput } from '../ui/controls';
import { LoadFailed } from '../ui/load-failed';
import classes from './projects.module.css';
import { Section } from './section';

const TEXT = OFFICE_MESSAGES.quota;

/** How many tokens of each tier may be sold. */
export default function QuotaSection({ code }: { code: string }) {
  const path = API.quotas(code);
  const { data, problem, loading, reload } = useLoaded<QuotaData[]>(path, TEXT.loadFailed);
  const [changed, setChanged] = useState<QuotaData[] | null>(null);
  const quotas = changed ?? data;
  const sold = useLoaded<CatalogueSettings>(`${API.project(code)}/catalogue`, TEXT.loadFailed);
  const catalogue = sold.data;
  return (
    <Section title="Limits">
      <p className={classes.note}>
        A tier without a limit is sold as often as it is asked for. A link that can be paid holds one token of its tier.
      </p>
      {(problem ?? sold.problem) && (
        <LoadFailed
          title={TEXT.loadFailed}
          problem={problem ?? sold.problem ?? ''}
          truth="The limits themselves are unchanged."
          loading={loading || sold.loading}
          onRetry={() => {
            reload();
            sold.reload();
          }}
        />
      )}
      {quotas && catalogue && (
        <div className={classes.limits}>
          {limitedTiers(catalogue, quotas).map(({ code, name }) => (
            <TierLimit
              key={code}
              tierCode={code}
              name={name}
              path={path}
              quota={quotas.find(({ tierCode }) => tierCode === code) ?? null}
              onChanged={setChanged}
            />
          ))}
        </div>
      )}
    </Section>
  );
}

/** The tiers of the newest version and of the one in force, and those that have a limit although neither sells them. */
function limitedTiers({ base, versions }: CatalogueSettings, quotas: QuotaData[]): { code: string; name: string }[] {
  const inForce = versions.find(({ state }) => state === 'in-force')?.tiers ?? [];
  const limited = quotas.map(({ tierCode }) => ({ code: tierCode, name: tierCode }));
  const tiers = new Map<string, string>();
  for (const { code, name } of [...base.tiers, ...inForce, ...limited])
    if (!tiers.has(code)) tiers.set(code, medalOfCode(code) ? tierLabel(code, 0) : name);
  return [...tiers].map(([code, name]) => ({ code, name }));
}

interface TierLimitProps {
  tierCode: string;
  name: string;
  path: string;
  quota: QuotaData | null;
  onChanged: (quotas: QuotaData[]) => void;
}

function TierLimit({ tierCode, name, path, quota, onChanged }: TierLimitProps) {
  const stored = quota ? String(quota.limit) : '';
  const [typed, setTyped] = useState<string | null>(null);
  const act = useAct(TEXT.failed);
  const text = typed ?? stored;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const done = (quotas: QuotaData[]) => {
      setTyped(null);
      onChanged(quotas);
    };
    void act.run<QuotaData[]>(path, { tierCode, limit: text }, done, 'put');
  };
  const fault = act.problem?.details['limit'];
  return (
    <form className={classes.limit} onSubmit={save} noValidate>
      <TextInput
        className={classes.day}
        name={`limit-${tierCode}`}
        label={`${name} tokens at most`}
        description={quota ? standing(quota) : 'No limit.'}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        value={text}
        error={fault}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          act.forget();
        }}
      />
      {act.problem && fault === undefined && <Callout tone="error">{act.problem.message}</Callout>}
      {text !== stored && (
        <div className={classes.foot}>
          <Button type="submit" variant="default" loading={act.busy}>
            {text.trim() === '' ? `Remove the limit of ${tierCode}` : `Set the limit of ${tierCode}`}
          </Button>
        </div>
      )}
    </form>
  );
}

function standing({ limit, sold, reserved, left }: QuotaData): string {
  const over = sold + reserved - limit;
  const rest = over > 0 ? `${formatCount(over)} more than the limit` : `${formatCount(left)} left`;
  return `${formatCount(sold)} sold, ${formatCount(reserved)} reserved by links, ${rest}.`;
}
