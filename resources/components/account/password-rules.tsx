import classes from './account.module.css';

/** What a password has to be, before it is refused. */
export function PasswordRules({ minLength }: { minLength: number }) {
  return (
    <p className={classes.soft}>
      At least {minLength} characters; a few words that only you would put together are best. Not a common password, and
      not made from your name, your email or the product's name.
    </p>
  );
}
