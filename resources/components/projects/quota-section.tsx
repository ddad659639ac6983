import { type FormEvent, useState } from 'react';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { QuotaData } from '../../../src/contracts/quota';
import { API } from '../../../src/contracts/routes';
import { TOKEN_TYPES, tokenLabel, type TokenType } from '../../../src/domain/payment/token-catalogue';
import { useAct } from '../../hooks/use-act';
import { useLoaded } from '../../hooks/use-loaded';
import { formatCount } from '../../lib/format';
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
  return (
    <Section title="Limits">
      <p className={classes.note}>
        A tier without a limit is sold as often as it is asked for. A link that can be paid holds one token of its tier.
      </p>
      {problem && (
        <LoadFailed
          title={TEXT.loadFailed}
          problem={problem}
          truth="The limits themselves are unchanged."
          loading={loading}
          onRetry={reload}
        />
      )}
      {quotas && (
        <div className={classes.limits}>
          {TOKEN_TYPES.map((type) => (
            <TierLimit
              key={type}
              type={type}
              path={path}
              quota={quotas.find(({ tokenType }) => tokenType === type) ?? null}
              onChanged={setChanged}
            />
          ))}
        </div>
      )}
    </Section>
  );
}

interface TierLimitProps {
  type: TokenType;
  path: string;
  quota: QuotaData | null;
  onChanged: (quotas: QuotaData[]) => void;
}

function TierLimit({ type, path, quota, onChanged }: TierLimitProps) {
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
    void act.run<QuotaData[]>(path, { tokenType: type, limit: text }, done, 'put');
  };
  const fault = act.problem?.details['limit'];
  return (
    <form className={classes.limit} onSubmit={save} noValidate>
      <TextInput
        className={classes.day}
        name={`limit-${type}`}
        label={`${tokenLabel(type)} tokens at most`}
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
            {text.trim() === '' ? `Remove the limit of ${type}` : `Set the limit of ${type}`}
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
