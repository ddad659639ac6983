import type { ComponentProps, ReactNode } from 'react';
import { VoidMark } from './void-mark';
import classes from './dialog-parts.module.css';
import { Button, type ButtonProps } from './controls';

interface Parts {
  children: ReactNode;
}

/** What a dialog holds, one thing below the other; its buttons stand in a DialogFoot at the end. */
export function DialogBody({ children }: Parts) {
  return <div className={classes.body}>{children}</div>;
}

/** A dialog's body that is sent. The fields say themselves what is wrong with them. */
export function DialogForm(props: Omit<ComponentProps<'form'>, 'className' | 'noValidate'>) {
  return <form {...props} noValidate className={classes.body} />;
}

export function DialogFoot({ children }: Parts) {
  return <div className={classes.foot}>{children}</div>;
}

/** Names an amount and a person: a long name takes a second line rather than being cut off. */
export function NamingButton(props: Omit<ButtonProps, 'component'>) {
  return <Button {...props} className={classes.naming} labelClassName={classes.namingLabel} />;
}

interface DialogSubjectProps {
  name: string;
  /** Issued when the payment completes. */
  tokenNumber: string | null;
  /** Refunded in full. */
  tokenVoid?: boolean;
  children?: ReactNode;
}

/** Whose payment the dialog is about. */
export function DialogSubject({ name, tokenNumber, tokenVoid = false, children }: DialogSubjectProps) {
  return (
    <p className={classes.subject}>
      <strong>{name}</strong>
      {tokenNumber && (
        <>
          {' · '}
          <span className={classes.number}>{tokenNumber}</span>
        </>
      )}
      {tokenVoid && (
        <>
          {' '}
          <VoidMark />
        </>
      )}
      {children}
    </p>
  );
}

/** Holds the place of what is loading, at about its height. */
export function DialogBlank({ height }: { height: 'low' | 'middle' | 'high' }) {
  return <div className={classes.blank} data-height={height} aria-hidden="true" />;
}
