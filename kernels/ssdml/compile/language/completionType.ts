import ts from "typescript";

const { ScriptElementKind: Kind } = ts;

/** What JupyterLab calls the kinds of TypeScript; those that are missing have the same name. */
const TYPES: ReadonlyMap<string, string> = new Map([
  [Kind.functionElement, "function"],
  [Kind.localFunctionElement, "function"],
  [Kind.memberFunctionElement, "method"],
  [Kind.constructorImplementationElement, "method"],
  [Kind.callSignatureElement, "method"],
  [Kind.localClassElement, "class"],
  [Kind.interfaceElement, "interface"],
  [Kind.primitiveType, "type"],
  [Kind.typeParameterElement, "type"],
  [Kind.moduleElement, "module"],
  [Kind.externalModuleName, "module"],
  [Kind.scriptElement, "module"],
  [Kind.directory, "path"],
  [Kind.memberVariableElement, "property"],
  [Kind.memberGetAccessorElement, "property"],
  [Kind.memberSetAccessorElement, "property"],
  [Kind.memberAccessorVariableElement, "property"],
  [Kind.enumMemberElement, "constant"],
  [Kind.constElement, "variable"],
  [Kind.letElement, "variable"],
  [Kind.variableElement, "variable"],
  [Kind.localVariableElement, "variable"],
  [Kind.parameterElement, "variable"],
  [Kind.alias, "variable"],
  [Kind.string, "value"],
]);

/** The type that a completion of a kind has for JupyterLab. */
export function completionType(kind: ts.ScriptElementKind): string {
  return TYPES.get(kind) ?? kind;
}
