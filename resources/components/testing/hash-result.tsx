import type { HashTest } from '../../../src/contracts/testing';
import { Callout } from '../ui/callout';
import { FieldsTable } from './fields-table';
import classes from './testing.module.css';
import { Verdict, verdictOf } from './verdict';

export function HashResult({ result }: { result: HashTest }) {
  const hidden = `kept back (${result.generatedLength} digits)`;
  return (
    <>
      {result.match !== null && (
        <Callout
          tone={result.match ? 'success' : 'warning'}
          title={result.match ? 'The hash matches' : 'The hash does not match'}
        >
          {!result.match && <Causes result={result} />}
        </Callout>
      )}
      <FieldsTable
        caption="Your payload"
        rows={[
          { name: 'messageString', value: result.messageString },
          { name: 'Message length', value: `${result.messageLength}` },
          { name: 'generatedHash', value: result.generatedHash ?? <em>{hidden}</em> },
          { name: 'expectedHash', value: result.expectedHash ?? <em>none given</em> },
          { name: 'match', value: <Verdict state={verdictOf(result.match)} /> },
        ]}
      />
      <FieldsTable
        caption="The documented example"
        rows={[
          { name: 'docMessageString', value: result.docMessageString },
          { name: 'docGeneratedHash', value: result.docGeneratedHash },
          { name: 'docExpectedHash', value: result.docExpectedHash },
          { name: 'docMatch', value: <Verdict state={verdictOf(result.docMatch)} /> },
        ]}
      />
    </>
  );
}

function Causes({ result }: { result: HashTest }) {
  if (result.expectedLength !== null && result.expectedLength !== result.generatedLength) {
    const { expectedLength, generatedLength } = result;
    return <p>{`The expected hash has ${expectedLength} digits; a right one has ${generatedLength}.`}</p>;
  }
  if (result.causes.length === 0) return <p>No known mistake leads to the expected hash. Is it another key?</p>;
  return (
    <>
      <p>Likely cause:</p>
      <ul className={classes.causes}>
        {result.causes.map(({ cause, hint }) => (
          <li key={cause}>{hint}</li>
        ))}
      </ul>
    </>
  );
}
