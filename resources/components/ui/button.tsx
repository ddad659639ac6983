import type { ComponentProps, ElementType, ReactNode } from 'react';
import { joined } from '../../lib/class-names';
import classes from './button.module.css';
import { CrossIcon } from './icons';

interface ButtonLook {
  /** How loud it is: one filled button on a screen, the others quieter. */
  variant?: 'filled' | 'outline' | 'default' | 'light' | 'subtle';
  color?: 'red' | 'gray';
  size?: 'sm' | 'md' | 'lg';
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  /** Cannot be pressed, and says so by a turning ring of the same size. */
  loading?: boolean;
  fullWidth?: boolean;
  justify?: 'flex-start' | 'center';
  /** Of the words inside. */
  labelClassName?: string;
  children?: ReactNode;
}

/** @typeParam C what it is: a link looks the same */
export type ButtonProps<C extends ElementType = 'button'> = ButtonLook & { component?: C } & Omit<
    ComponentProps<C>,
    keyof ButtonLook | 'component'
  >;

export function Button<C extends ElementType = 'button'>(props: ButtonProps<C>) {
  const {
    component: Root = 'button',
    variant = 'filled',
    color,
    size = 'md',
    leftSection,
    rightSection,
    loading,
    fullWidth,
    justify,
    labelClassName,
    children,
    className,
    disabled,
    ...rest
  } = props as ButtonProps & { component?: ElementType };
  const state = Root === 'button' ? { type: 'button' as const, disabled: disabled || loading } : {};
  return (
    <Root
      {...state}
      {...rest}
      className={joined(classes.button, className)}
      data-variant={variant}
      data-color={color}
      data-size={size}
      data-justify={justify}
      data-wide={fullWidth || undefined}
      data-loading={loading || undefined}
      data-with={(leftSection && 'left') || (rightSection && 'right') || undefined}
    >
      {loading && (
        <span className={classes.waiting}>
          <Loader size={22} />
        </span>
      )}
      <span className={classes.inner}>
        {leftSection && <span className={classes.section}>{leftSection}</span>}
        <span className={joined(classes.label, labelClassName)}>{children}</span>
        {rightSection && <span className={classes.section}>{rightSection}</span>}
      </span>
    </Root>
  );
}

interface IconButtonLook {
  color?: 'gray';
  size?: 'lg' | 'xl';
}

/** An icon is no name: it needs a label. */
export function ActionIcon(props: IconButtonLook & ComponentProps<'button'>) {
  const { color, size = 'lg', className, ...rest } = props;
  return (
    <button type="button" {...rest} className={joined(classes.icon, className)} data-color={color} data-size={size} />
  );
}

/** Closes what it stands in. */
export function CloseButton(props: Omit<ComponentProps<typeof ActionIcon>, 'children' | 'color'>) {
  return (
    <ActionIcon color="gray" {...props}>
      <CrossIcon size={20} />
    </ActionIcon>
  );
}

/** @param size pixels */
export function Loader({ size }: { size: number }) {
  return (
    <svg className={classes.loader} width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <circle cx="8" cy="8" r="7" stroke="currentColor" strokeWidth="2" strokeDasharray="33 11" />
    </svg>
  );
}
