module
public meta import Lean.Elab.Command
public meta import Lean.Util.CollectAxioms
public meta import Lean.Util.FoldConsts

/-!
Lists the axioms of every declaration of `CheckedSource`, after the kernel has checked each of them once more. The
compiled source is loaded as data: nothing of it runs here, so it cannot speak for itself. Written for the WebAssembly
build, where every file is a module and which runs only what is compiled into it and what a file itself defines: hence
recursion and string operations alone. Its library comes without proofs, so theorems of the library are where the search
for axioms ends: the kind of each name tells them apart. backends/lean/audit.ts reads the message.
-/

namespace JacobianAudit
open Lean

/-! Names and axioms as text. -/

meta def nameText : Name → String
  | .anonymous => ""
  | .str before text => nameText before ++ "s" ++ text.length.repr ++ ":" ++ text
  | .num before number => nameText before ++ "n" ++ number.repr ++ ":"

meta def kindText (env : Environment) (name : Name) : String :=
  match getOriginalConstKind? env name with
  | some .axiom => "a" | some .thm => "t" | some .defn => "d" | some .opaque => "d" | some .induct => "i"
  | _ => "o"

meta def axiomsText (env : Environment) (done : String) : List Name → String
  | [] => done
  | name :: rest => axiomsText env (done ++ "+" ++ kindText env name ++ nameText name) rest

meta def declarationsText (env : Environment) (done : String) : List Name → String
  | [] => done
  | name :: rest =>
    let found := (CollectAxioms.collect name) env {}
    let one := kindText env name ++ nameText name ++ axiomsText env "" found.2.axioms.toList ++ ";"
    declarationsText env (done ++ one) rest

/-! The declarations of the source, each with the constants that it uses. -/

meta def append (second : List Name) : List Name → List Name
  | [] => second
  | name :: rest => name :: append second rest

meta def contains (name : Name) : List Name → Bool
  | [] => false
  | one :: rest => one == name || contains name rest

meta def usedIn (expression : Expr) : List Name := expression.getUsedConstants.toList

meta def constructors (source : Environment) : List Name → List Constructor
  | [] => []
  | name :: rest => match source.find? name with
    | some (.ctorInfo value) => { name, type := value.type } :: constructors source rest
    | _ => constructors source rest

meta def inductiveTypes (source : Environment) : List Name → List InductiveType
  | [] => []
  | name :: rest => match source.find? name with
    | some (.inductInfo value) =>
      { name, type := value.type, ctors := constructors source value.ctors } :: inductiveTypes source rest
    | _ => inductiveTypes source rest

meta def usedByConstructors : List Constructor → List Name
  | [] => []
  | one :: rest => append (usedByConstructors rest) (usedIn one.type)

meta def usedByTypes : List InductiveType → List Name
  | [] => []
  | one :: rest => append (append (usedByTypes rest) (usedByConstructors one.ctors)) (usedIn one.type)

/-- Constructors and recursors come with their types. -/
meta def declaration (source : Environment) (info : ConstantInfo) : Option Declaration × List Name :=
  match info with
  | .axiomInfo value => (some (.axiomDecl value), usedIn value.type)
  | .defnInfo value => (some (.defnDecl value), append (usedIn value.type) (usedIn value.value))
  | .thmInfo value => (some (.thmDecl value), append (usedIn value.type) (usedIn value.value))
  | .opaqueInfo value => (some (.opaqueDecl value), append (usedIn value.type) (usedIn value.value))
  | .quotInfo _ => (some .quotDecl, [])
  | .inductInfo value =>
    let types := inductiveTypes source value.all
    (some (.inductDecl value.levelParams value.numParams types value.isUnsafe), usedByTypes types)
  | .ctorInfo value => (none, [value.induct])
  | .recInfo value => (none, value.all)

/-! The kernel checks them again, each after those it uses. -/

mutual
meta def replayAll (source : Environment) (depth : Nat) (env : Environment) (above : List Name) :
    List Name → Except Name Environment
  | [] => .ok env
  | name :: rest => match replay source depth env above name with
    | .ok next => replayAll source depth next above rest
    | .error refused => .error refused

/-- What is unsafe or partial the kernel does not check, and nothing that it checks can use it. -/
meta def replay (source : Environment) (depth : Nat) (env : Environment) (above : List Name) (name : Name) :
    Except Name Environment :=
  match depth with
  | 0 => .error name
  | below + 1 => if (env.find? name).isSome || contains name above then .ok env else
    match source.find? name with
    | none => .error name
    | some info => if info.isUnsafe || info.isPartial then .ok env else
      let (whole, used) := declaration source info
      match replayAll source below env (name :: above) used, whole with
      | .error refused, _ => .error refused
      | .ok next, none => .ok next
      | .ok next, some whole => if (next.find? name).isSome then .ok next else
        match next.addDeclCore 0 whole none with
        | .ok done => if (done.find? name).isSome then .ok done else .error name
        | .error _ => .error name
end

meta def auditText (source : Environment) (base : Environment) (names : Array Name) : String :=
  match replayAll source (names.size + 1) base [] names.toList with
  | .error refused => "refused " ++ nameText refused
  | .ok _ => "axioms " ++ declarationsText source "" names.toList

meta def audit : IO String := do
  match ← (importModules #[{ module := `CheckedSource, importAll := true }] {}).toBaseIO with
  | .error problem => pure ("failed " ++ problem.toString)
  | .ok source => match source.getModuleIdx? `CheckedSource with
    | none => pure "failed"
    | some index => match source.header.moduleData[index.toNat]? with
      | none => pure "failed"
      | some data => match ← (importModules data.imports {}).toBaseIO with
        | .error problem => pure ("failed " ++ problem.toString)
        | .ok base => pure (auditText source base data.constNames)

syntax (name := command) "#jacobian_audit" : command

@[command_elab command] public meta def elabCommand : Elab.Command.CommandElab := fun _ _ reference => do
  let state ← ST.Ref.get reference
  let text ← match ← audit.toBaseIO with
    | .ok text => pure text
    | .error problem => pure ("failed " ++ problem.toString)
  let message : Message :=
    { fileName := "audit", pos := ⟨1, 0⟩, data := .ofFormat (.text text), severity := .information }
  ST.Ref.set reference { state with messages := state.messages.add message }
end JacobianAudit
#jacobian_audit
