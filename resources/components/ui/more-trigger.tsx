import type { ComponentProps } from 'react';
import { MoreIcon } from './icons';
import classes from './row-action.module.css';

interface MoreTriggerProps extends ComponentProps<'button'> {
  /** Whose row it is. */
  of: string;
}

export function MoreTrigger({ of, className, ...rest }: MoreTriggerProps) {
  return (
    <button
      type="button"
      className={className ? `${classes.action} ${className}` : classes.action}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={`More: ${of}`}
      title="More"
      {...rest}
    >
      <MoreIcon />
      <span className={classes.label}>More</span>
    </button>
  );
}
