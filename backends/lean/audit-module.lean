module
public meta import Lean.Elab.Command
public meta import Lean.Util.CollectAxioms

/-!
Lists the axioms of every declaration of `CheckedSource`. The compiled source is loaded as data: its notation is not
active here, and nothing of it runs. Written for the WebAssembly build, where every file is a module and which runs only
what is compiled into it and what a file itself defines: hence recursion and string operations alone. Its library comes
without proofs, so theorems of the library are where the search for axioms ends: the kind of each name tells them
apart. backends/lean/audit.ts reads the message.
-/

namespace JacobianAudit
open Lean

meta def nameText : Name → String
  | .anonymous => ""
  | .str jgPrefix jgText => nameText jgPrefix ++ "s" ++ jgText.length.repr ++ ":" ++ jgText
  | .num jgPrefix jgNumber => nameText jgPrefix ++ "n" ++ jgNumber.repr ++ ":"

meta def kindText (jgEnv : Environment) (jgName : Name) : String :=
  match getOriginalConstKind? jgEnv jgName with
  | some .axiom => "a" | some .thm => "t" | some .defn => "d" | some .opaque => "d" | some .induct => "i"
  | _ => "o"

meta def axiomsText (jgEnv : Environment) (jgDone : String) : List Name → String
  | [] => jgDone
  | jgName :: jgRest => axiomsText jgEnv (jgDone ++ "+" ++ kindText jgEnv jgName ++ nameText jgName) jgRest

meta def declarationsText (jgEnv : Environment) (jgDone : String) : List Name → String
  | [] => jgDone
  | jgName :: jgRest =>
    let jgState := (CollectAxioms.collect jgName) jgEnv {}
    let jgOne := kindText jgEnv jgName ++ nameText jgName ++ axiomsText jgEnv "" jgState.2.axioms.toList ++ ";"
    declarationsText jgEnv (jgDone ++ jgOne) jgRest

meta def moduleText (jgEnv : Environment) : String :=
  match jgEnv.getModuleIdx? `CheckedSource with
  | none => ""
  | some jgIndex => match jgEnv.header.moduleData[jgIndex.toNat]? with
    | none => ""
    | some jgData => declarationsText jgEnv "" jgData.constNames.toList

syntax (name := audit) "#jacobian_audit" : command

@[command_elab audit] public meta def elabAudit : Elab.Command.CommandElab := fun _ _ jgReference => do
  let jgState ← ST.Ref.get jgReference
  let jgText ← match ← (importModules #[{ module := `CheckedSource, importAll := true }] {}).toBaseIO with
    | .ok jgEnv => pure ("axioms " ++ moduleText jgEnv)
    | .error jgError => pure ("failed " ++ jgError.toString)
  let jgMessage : Message :=
    { fileName := "audit", pos := ⟨1, 0⟩, data := .ofFormat (.text jgText), severity := .information }
  ST.Ref.set jgReference { jgState with messages := jgState.messages.add jgMessage }
end JacobianAudit
#jacobian_audit
