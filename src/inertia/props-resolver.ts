import { PartialSelection, parseNames } from './partial-selection.js';
import { firstSegment, isDynamic, isForbiddenKey, isPlainObject, mergeProps } from './prop-tree.js';
import { Prop } from './props.js';

export interface PartialHeaders {
  partialComponent?: string | undefined;
  partialData?: string | undefined;
  partialExcept?: string | undefined;
}

/** Keys are left out when empty: the client tests for their presence. */
export interface PropsMetadata {
  sharedProps?: string[];
  deferredProps?: Record<string, string[]>;
  rescuedProps?: string[];
}

export interface ResolvedProps {
  props: Record<string, unknown>;
  metadata: PropsMetadata;
}

export type OnRescue = (path: string, error: unknown) => void;

const OMIT = Symbol('omit');

/**
 * Selects the props of a response and evaluates only those.
 * @param headers the partial-reload headers; none for requests of a browser's own
 */
export async function resolveProps(
  shared: Record<string, unknown>,
  page: Record<string, unknown>,
  headers: PartialHeaders,
  component: string,
  onRescue: OnRescue = () => undefined,
): Promise<ResolvedProps> {
  const partial =
    headers.partialComponent === component
      ? new PartialSelection(parseNames(headers.partialData), parseNames(headers.partialExcept))
      : null;
  const resolution = new Resolution(partial, onRescue);
  const props = await resolution.object(mergeProps(shared, page), '', true);
  const sharedProps = [...new Set(Object.keys(shared).map(firstSegment))];
  return { props, metadata: resolution.metadata(sharedProps) };
}

class Resolution {
  private readonly deferred = new Map<string, string[]>();
  private readonly rescued: string[] = [];

  constructor(
    private readonly partial: PartialSelection | null,
    private readonly onRescue: OnRescue,
  ) {}

  metadata(sharedProps: string[]): PropsMetadata {
    return {
      ...(sharedProps.length > 0 && { sharedProps }),
      ...(this.deferred.size > 0 && { deferredProps: Object.fromEntries(this.deferred) }),
      ...(this.rescued.length > 0 && { rescuedProps: this.rescued }),
    };
  }

  /** @param filtered false below a value returned by a function: those are sent whole */
  async object(source: Record<string, unknown>, prefix: string, filtered: boolean): Promise<Record<string, unknown>> {
    const keys = Object.keys(source).filter((key) => !isForbiddenKey(key));
    const values = await Promise.all(
      keys.map((key) => this.entry(source[key], prefix === '' ? key : `${prefix}.${key}`, filtered)),
    );
    const result: Record<string, unknown> = {};
    keys.forEach((key, index) => {
      if (values[index] !== OMIT) result[key] = values[index];
    });
    return result;
  }

  private async entry(value: unknown, path: string, filtered: boolean): Promise<unknown> {
    const isAlways = value instanceof Prop && value.kind === 'always';
    if (filtered && this.partial && !isAlways && !this.partial.selects(path)) return OMIT;
    return this.value(value, path, filtered);
  }

  private async value(value: unknown, path: string, filtered: boolean): Promise<unknown> {
    if (value instanceof Prop) {
      if (this.isHeldBack(value, path)) return OMIT;
      return value.rescue ? this.rescue(value, path) : this.value(await value.produce(), path, false);
    }
    if (typeof value === 'function') return this.value(await (value as () => unknown)(), path, false);
    if (value instanceof Promise) return this.value(await value, path, false);
    return this.children(value, path, filtered);
  }

  private async children(value: unknown, path: string, filtered: boolean): Promise<unknown> {
    const narrow = filtered && this.partial !== null && this.partial.narrows(path);
    if (!narrow && !isDynamic(value)) return value;
    if (Array.isArray(value)) return this.list(value, path);
    if (!isPlainObject(value)) return value;
    const result = await this.object(value, path, filtered);
    const nothingFound = narrow && Object.keys(result).length === 0 && this.partial?.isBranch(path);
    return nothingFound ? OMIT : result;
  }

  /** Lists are sent whole: leaving out entries would shift the others. */
  private async list(values: unknown[], path: string): Promise<unknown[]> {
    const resolved = await Promise.all(values.map((value, index) => this.entry(value, `${path}.${index}`, false)));
    return resolved.map((value) => (value === OMIT ? null : value));
  }

  private isHeldBack(prop: Prop, path: string): boolean {
    if (this.partial || prop.kind === 'always') return false;
    if (prop.kind === 'defer') {
      const group = this.deferred.get(prop.group);
      if (group) group.push(path);
      else this.deferred.set(prop.group, [path]);
    }
    return true;
  }

  private async rescue(prop: Prop, path: string): Promise<unknown> {
    try {
      return await this.value(await prop.produce(), path, false);
    } catch (error) {
      this.rescued.push(path);
      this.onRescue(path, error);
      return OMIT;
    }
  }
}
