import Lean
import CheckedSource

/-!
Lists the axioms of every declaration of `CheckedSource`, for a Lean whose library holds its proofs (every native one).
The message has the grammar of audit-module.lean.
-/

namespace JacobianAudit
open Lean Elab Command

def nameText : Name → String
  | .anonymous => ""
  | .str jgPrefix jgText => nameText jgPrefix ++ "s" ++ toString jgText.length ++ ":" ++ jgText
  | .num jgPrefix jgNumber => nameText jgPrefix ++ "n" ++ toString jgNumber ++ ":"

def kindText (jgEnv : Environment) (jgName : Name) : String :=
  match jgEnv.find? jgName with
  | some (.axiomInfo _) => "a" | some (.thmInfo _) => "t" | some (.defnInfo _) => "d" | some (.opaqueInfo _) => "d"
  | some (.inductInfo _) => "i" | _ => "o"

#eval show CommandElabM Unit from do
  let jgEnv ← getEnv
  let some jgIndex := jgEnv.getModuleIdx? `CheckedSource | throwError "the module is not there"
  let mut jgText := "axioms "
  for jgName in jgEnv.header.moduleData[jgIndex.toNat]!.constNames do
    jgText := jgText ++ kindText jgEnv jgName ++ nameText jgName
    for jgAxiom in ← collectAxioms jgName do
      jgText := jgText ++ "+" ++ kindText jgEnv jgAxiom ++ nameText jgAxiom
    jgText := jgText ++ ";"
  logInfo (MessageData.ofFormat (Std.Format.text jgText))
end JacobianAudit
