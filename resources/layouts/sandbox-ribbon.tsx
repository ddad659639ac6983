import classes from './sandbox-ribbon.module.css';

export function SandboxRibbon() {
  return (
    <p className={classes.ribbon}>
      <strong>SANDBOX</strong> · practice bank, no money moves
    </p>
  );
}
