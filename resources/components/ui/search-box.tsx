import { useEffect, useRef, useState } from 'react';
import { useDebouncedValue } from '../../hooks/use-debounced-value';
import { useShortcuts } from '../../hooks/use-shortcuts';
import { TextInput } from './controls';
import { SearchIcon } from './icons';
import classes from './search-box.module.css';

interface SearchBoxProps {
  label: string;
  /** What the list on the screen was searched by. */
  value: string;
  onSearch: (text: string) => void;
}

/** Searches once the typing rests, or at once with Enter. The slash key leads here. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(value);
  const settled = useDebouncedValue(text);

  const search = (wanted: string) => {
    asked.current = wanted.trim();
    onSearch(asked.current);
  };
  const searchIfChanged = (wanted: string) => {
    if (wanted.trim() !== asked.current) search(wanted);
  };
  const latest = useRef(searchIfChanged);
  useEffect(() => {
    latest.current = searchIfChanged;
  });
  useEffect(() => latest.current(settled), [settled]);

  useEffect(() => {
    // Cleared from elsewhere, or gone back to: the box follows the list.
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    // Typed before this page's code was there: the browser has kept it, and nobody was told.
    if (input.current) setText(input.current.value);
  }, []);

  useShortcuts({ '/': () => input.current?.focus() });

  return (
    <form
      role="search"
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        // Also the same words again, while the list shows others: its answer may not have come.
        if (text.trim() !== asked.current || text.trim() !== value) search(text);
      }}
    >
      <TextInput
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        autoComplete="off"
        spellCheck={false}
        leftSection={<SearchIcon />}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
