import { Fragment } from 'react';

/** An e-mail address that is too long for its line ends it after a point or the at sign, not within a word. */
export function MailAddress({ address }: { address: string }) {
  return address.split(/(?<=[.@])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
