/** What forms and lists are operated with. Dialogs and menus, which need the component library, stand in files of their own. */
export { ActionIcon, Button, type ButtonProps, CloseButton, Loader } from './button';
export { NativeSelect, PasswordInput, Switch, type SwitchProps, Textarea, TextInput } from './field';
