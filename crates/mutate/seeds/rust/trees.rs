//! A binary tree.

enum Tree {
    Leaf,
    Branch(Box<Tree>, i32, Box<Tree>),
}

fn leaf() -> Box<Tree> {
    Box::new(Tree::Leaf)
}

fn insert(tree: Tree, key: i32) -> Tree {
    match tree {
        Tree::Leaf => Tree::Branch(leaf(), key, leaf()),
        Tree::Branch(left, value, right) => {
            if key < value {
                Tree::Branch(Box::new(insert(*left, key)), value, right)
            } else {
                Tree::Branch(left, value, Box::new(insert(*right, key)))
            }
        }
    }
}

fn contains(tree: &Tree, key: i32) -> bool {
    match tree {
        Tree::Leaf => false,
        Tree::Branch(left, value, right) => {
            if key == *value {
                true
            } else if key < *value {
                contains(left, key)
            } else {
                contains(right, key)
            }
        }
    }
}

fn main() {
    let tree: Tree = insert(insert(Tree::Leaf, 5), 3);
    println!("{} {}", contains(&tree, 3), contains(&tree, 4 + 1));
}
