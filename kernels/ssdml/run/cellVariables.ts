/** Reads an imported value. */
export type Source = () => unknown;

/** An object made by `new` has V8's fast form; one made by Object.create(null) has not. */
class Variables {
  [name: string]: unknown;
}
Object.setPrototypeOf(Variables.prototype, null);
Reflect.deleteProperty(Variables.prototype, "constructor");

/** The variables that all cells share. */
export class CellVariables {
  /** The object that compiled cells use. A name is missing until it is declared. */
  readonly object = new Variables();
  /** The sources of the imported variables. */
  private readonly imports = new Map<string, Source>();
  /** The names that were ever imported. */
  private readonly everImported = new Set<string>();

  has(name: string): boolean {
    return Object.hasOwn(this.object, name);
  }

  /** The value of a variable or, if it is imported, its source. */
  valueOrSource(name: string): unknown {
    return this.imports.get(name) ?? this.object[name];
  }

  /**
   * Makes a variable follow its source until it is assigned to. The property is defined only once: defining it again would cost the
   * object V8's fast form.
   */
  import(name: string, source: Source): void {
    const { imports, object } = this;
    if (!this.everImported.has(name)) {
      this.everImported.add(name);
      let value: unknown;
      Object.defineProperty(object, name, {
        get: () => {
          const from = imports.get(name);
          return from ? from() : value;
        },
        set: (assigned: unknown) => {
          imports.delete(name);
          value = assigned;
        },
        enumerable: true,
        configurable: true,
      });
    }
    imports.set(name, source);
  }

  /** Returns the value of the variable that holds a cell's last value, and clears it. */
  takeLastValue(name: string | undefined): unknown {
    if (name === undefined) return undefined;
    const value = this.object[name];
    // Deleting it would cost the object V8's fast form.
    this.object[name] = undefined;
    // A function without a name took the name of the variable.
    if (typeof value === "function" && value.name === name)
      Object.defineProperty(value, "name", { value: "" });
    return value;
  }
}
