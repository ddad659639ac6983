import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { type INestApplication, Logger } from '@nestjs/common';
import {
  AbstractHttpAdapter,
  ApplicationConfig,
  HttpAdapterHost,
  ModuleRef,
  ModulesContainer,
  NestContainer,
} from '@nestjs/core';
import { DataSource, EntityManager, EntityMetadata, Repository } from 'typeorm';
import { VirtualTime } from './virtual-time.js';
import { MailSink } from './surroundings.js';

/** They hold nothing that a later request could notice, or belong to the simulation itself. */
const LEFT_ALONE = [
  AbstractHttpAdapter, ApplicationConfig, AsyncLocalStorage, AsyncResource, DataSource, Date, EntityManager, EntityMetadata, EventEmitter,
  HttpAdapterHost, Logger, MailSink, ModuleRef, ModulesContainer, NestContainer, Promise, RegExp, Repository, VirtualTime, WeakMap, WeakSet,
] as const; // prettier-ignore

type Putting = () => void;

/**
 * Everything that a product's objects hold in memory, as it is now: its providers and what they refer to. Put back, the product knows
 * no more than at that moment, and can serve a run of its own without another start.
 */
export class ProductMemory {
  private readonly puttings: Putting[] = [];
  private readonly seen = new Set<unknown>();

  constructor(app: INestApplication) {
    for (const module of app.get(ModulesContainer).values()) {
      if (module.name === 'InternalCoreModule') continue;
      for (const { instance, metatype } of [...module.providers.values(), ...module.controllers.values()])
        if (metatype !== module.metatype) this.keep(instance);
    }
    this.seen.clear();
  }

  restore(): void {
    for (const put of this.puttings) put();
  }

  private keep(value: unknown): void {
    if (typeof value !== 'object' || value === null || this.seen.has(value)) return;
    this.seen.add(value);
    if (LEFT_ALONE.some((kind) => value instanceof kind)) return;
    if (ArrayBuffer.isView(value)) return this.keepBytes(value);
    if (value instanceof Map) return this.keepMap(value);
    if (value instanceof Set) return this.keepSet(value);
    this.keepFields(value);
  }

  private keepBytes(view: ArrayBufferView): void {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    const kept = bytes.slice();
    this.puttings.push(() => bytes.set(kept));
  }

  private keepMap(map: Map<unknown, unknown>): void {
    const kept = [...map];
    this.puttings.push(() => {
      map.clear();
      for (const [key, value] of kept) map.set(key, value);
    });
    for (const [, value] of kept) this.keep(value);
  }

  private keepSet(set: Set<unknown>): void {
    const kept = [...set];
    this.puttings.push(() => {
      set.clear();
      for (const value of kept) set.add(value);
    });
    for (const value of kept) this.keep(value);
  }

  private keepFields(object: object): void {
    const names = new Set(Reflect.ownKeys(object));
    const kept = [...names]
      .map((key) => ({ key, field: Reflect.getOwnPropertyDescriptor(object, key)! }))
      .filter(({ field }) => 'value' in field && field.writable === true && typeof field.value !== 'function');
    this.puttings.push(() => {
      for (const key of Reflect.ownKeys(object)) if (!names.has(key)) Reflect.deleteProperty(object, key);
      for (const { key, field } of kept) Reflect.set(object, key, field.value);
    });
    for (const { field } of kept) this.keep(field.value);
  }
}
