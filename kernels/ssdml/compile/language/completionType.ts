import ts from "typescript";

const { ScriptElementKind: Kind } = ts;

/** JupyterLab's names for TypeScript's kinds. Kinds that are missing here have the same name in both. */
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

/** JupyterLab's type for a completion of the given kind. */
export function completionType(kind: ts.ScriptElementKind): string {
  return TYPES.get(kind) ?? kind;
}
