import type { BankAnswer } from '../../../src/contracts/testing';
import { FieldsTable, rowsOf } from './fields-table';
import { Verdict, verdictOf } from './verdict';

/** One exchange with the bank, masked. */
export function BankAnswerTables({ answer }: { answer: BankAnswer }) {
  const { reference, outcome, code, text, httpStatus, durationMs, hashValid } = answer;
  return (
    <>
      <FieldsTable
        caption="Result"
        rows={[
          { name: 'Reference', value: reference },
          { name: 'HTTP status', value: `${httpStatus ?? 'none'}` },
          { name: 'Outcome', value: outcome },
          { name: 'Code', value: code ?? <em>none</em> },
          { name: 'Text', value: text || <em>none</em> },
          { name: 'Time', value: durationMs === null ? <em>not known</em> : `${durationMs} ms` },
          { name: "Hash of the bank's answer", value: <Verdict state={verdictOf(hashValid)} /> },
        ]}
      />
      <FieldsTable caption="Sent" rows={rowsOf(answer.request)} />
      <FieldsTable caption="Answered" rows={rowsOf(answer.response)} />
    </>
  );
}
